import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ClientMessage } from "#domain/build/messages.ts";
import { SendQueue } from "#web/features/build/model/send-queue.ts";

describe("A page's messages", () => {
  let sent: ClientMessage[] = [];
  let isConnected = true;
  let queue: SendQueue;

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    isConnected = true;
    queue = new SendQueue(
      (message) => {
        if (isConnected) sent.push(message);
        return isConnected;
      },
      () => Date.now(),
    );
  });
  afterEach(() => {
    queue.close();
    vi.useRealTimers();
  });

  const op = (n: number) => ({ n, del: ["0.1"] });

  test("are sent in order, and no faster than the object allows", () => {
    for (let n = 1; n <= 300; n++) queue.push(op(n));
    const atOnce = sent.length;
    expect(atOnce).toBeLessThan(240);
    vi.advanceTimersByTime(1_000);
    expect(sent.length - atOnce).toBeLessThanOrEqual(30);
    vi.advanceTimersByTime(60_000);
    expect(sent.map((message) => ("n" in message ? message.n : 0))).toEqual(
      Array.from({ length: 300 }, (_, i) => i + 1),
    );
  });

  test("change no more parts than the object lets a person", () => {
    const { partsBurst, partsPerOp, partsPerSecond } = BUILD_LIMITS;
    const del = Array.from({ length: partsPerOp }, () => "0.1");
    const parts = () => sent.length * partsPerOp;
    for (let n = 1; n <= 60; n++) queue.push({ n, del });
    expect(parts()).toBeLessThanOrEqual(partsBurst);
    vi.advanceTimersByTime(1_000);
    expect(parts()).toBeLessThanOrEqual(partsBurst + partsPerSecond);
    vi.advanceTimersByTime(60_000);
    expect(sent.map((message) => ("n" in message ? message.n : 0))).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 1),
    );
  });

  test("wait for a connection, and then start with what the object doesn't have", () => {
    queue.push(op(1));
    isConnected = false;
    queue.push(op(2));
    queue.push(op(3));
    isConnected = true;
    queue.restart([op(3)]);
    expect(sent).toEqual([op(1), op(3)]);
  });

  test("publish where the page is at work at most ten times a second, with the newest of each field", () => {
    queue.showPresence({ at: [1, 0, 0] });
    for (let x = 2; x < 50; x++) queue.showPresence({ at: [x, 0, 0], sel: ["0.1"] });
    queue.showPresence({ drag: null });
    expect(sent).toEqual([{ p: { at: [1, 0, 0] } }]);
    vi.advanceTimersByTime(100);
    expect(sent.at(-1)).toEqual({ p: { at: [49, 0, 0], sel: ["0.1"], drag: null } });
    expect(sent).toHaveLength(2);
  });

  test("send an operation at once while a cursor waits for its turn", () => {
    queue.showPresence({ at: [1, 0, 0] });
    queue.showPresence({ at: [2, 0, 0] });
    queue.push(op(1));
    expect(sent).toEqual([{ p: { at: [1, 0, 0] } }, op(1)]);
  });

  test("send operations before cursors", () => {
    isConnected = false;
    queue.push(op(1));
    queue.showPresence({ at: [1, 0, 0] });
    isConnected = true;
    queue.restart([op(1)]);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([op(1), { p: { at: [1, 0, 0] } }]);
  });
});
