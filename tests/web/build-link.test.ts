import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { splitEdit } from "#domain/build/edit.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ClientMessage } from "#domain/build/messages.ts";
import { BuildLink } from "#web/features/build/model/build-link.ts";
import { SendQueue } from "#web/features/build/model/send-queue.ts";
import { UndoStack } from "#web/features/build/model/undo-stack.ts";
import { FakeSocket } from "./fake-socket.ts";

const sockets = FakeSocket.opened;

vi.mock("partysocket/ws", () => ({
  get default() {
    return FakeSocket;
  },
}));

const makeLink = () => new BuildLink({ level: 7, resume: () => null, onMessage: () => {} });

describe("the link of a page to the level it builds", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = 0;
    vi.stubGlobal(
      "window",
      Object.assign(new EventTarget(), { location: { protocol: "https:", host: "bopolis.test" } }),
    );
    vi.stubGlobal("document", new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("is online once the object has greeted the page", () => {
    const link = makeLink();
    expect(link.state.get()).toBe("connecting");
    sockets[0]?.event({ hello: {} });
    expect(link.state.get()).toBe("online");
    link.close();
  });

  // Partysocket's own events have the text "close" for a code.
  test.each([1006, 1000, 4301, "close", undefined])("comes back after the code %s", (code) => {
    const link = makeLink();
    sockets[0]?.emit("close", { code });
    expect(link.state.get()).toBe("offline");
    expect(link.closeCode).toBeNull();
    link.close();
  });

  test("ends with the codes that are for good", () => {
    for (const code of [BUILD_CLOSE_CODES.removed, BUILD_CLOSE_CODES.full, BUILD_CLOSE_CODES.sessionEnded]) {
      const link = makeLink();
      sockets.at(-1)?.emit("close", { code });
      expect([link.state.get(), link.closeCode]).toEqual(["closed", code]);
    }
  });

  test("takes a socket without a pong for dead and opens another", () => {
    const link = makeLink();
    sockets[0]?.event({ hello: {} });
    window.dispatchEvent(new Event("offline"));
    vi.advanceTimersByTime(8_000);
    expect(link.state.get()).toBe("offline");
    expect(sockets).toHaveLength(2);
    // The end of the old socket has no effect anymore.
    sockets[0]?.emit("close", { code: BUILD_CLOSE_CODES.full });
    expect(link.state.get()).toBe("offline");
    link.close();
  });
});

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
  const numbers = () => sent.map((message) => ("n" in message ? message.n : 0));
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  test("are sent in order, and no faster than the object allows", () => {
    for (let n = 1; n <= 300; n++) queue.push(op(n));
    const atOnce = sent.length;
    expect(atOnce).toBeLessThan(240);
    vi.advanceTimersByTime(1_000);
    expect(sent.length - atOnce).toBeLessThanOrEqual(30);
    vi.advanceTimersByTime(60_000);
    expect(numbers()).toEqual(upTo(300));
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
    expect(numbers()).toEqual(upTo(60));
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

describe("A page's undo stack", () => {
  const collect = () => {
    const forgotten: number[] = [];
    return { forgotten, stack: new UndoStack((n) => forgotten.push(n)) };
  };

  test("undoes the newest step and redoes what was undone", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.push([2, 3]);
    const taken: number[][] = [];
    stack.undo((step) => {
      taken.push([...step]);
      return [4, 5];
    });
    stack.redo((step) => {
      taken.push([...step]);
      return [6];
    });
    expect(taken.join(" ")).toBe("2,3 4,5");
    expect([stack.canUndo, stack.canRedo]).toEqual([true, false]);
  });

  test("can't redo after a new step, and forgets what it can't take back anymore", () => {
    const { stack, forgotten } = collect();
    stack.push([1]);
    stack.undo(() => [2]);
    stack.push([3]);
    expect(stack.canRedo).toBe(false);
    expect(forgotten).toEqual([1, 2]);
  });

  test("keeps the newest 200 steps", () => {
    const { stack, forgotten } = collect();
    for (let n = 1; n <= BUILD_LIMITS.undoSteps + 3; n++) stack.push([n]);
    expect(forgotten).toEqual([1, 2, 3]);
  });

  test("doesn't redo a refused operation that was undone", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.undo(() => [2]);
    stack.remove(2);
    expect(stack.canRedo).toBe(false);
  });

  test("drops a refused operation, and a step that has no other", () => {
    const { stack } = collect();
    stack.push([1]);
    stack.push([2, 3]);
    stack.remove(3);
    stack.remove(1);
    const taken: number[][] = [];
    stack.undo((step) => {
      taken.push([...step]);
      return [4];
    });
    expect(taken).toEqual([[2]]);
    expect(stack.canUndo).toBe(false);
  });
});

describe("Splitting an edit", () => {
  const dels = (count: number) => Array.from({ length: count }, (_, i) => `0.${i.toString(36)}`);

  test("leaves an edit whole that fits, and makes operations of at most as many parts of others", () => {
    const edit = { add: [], set: [["0.1", { color: "111111" }]] as [string, object][], del: ["0.2"] };
    expect(splitEdit(edit as never, 500)).toEqual([{ set: [["0.1", { color: "111111" }]], del: ["0.2"] }]);
    const parts = splitEdit({ del: dels(1_201) }, 500);
    expect(parts.map(({ del }) => del?.length)).toEqual([500, 500, 201]);
    expect(parts.flatMap(({ del }) => del)).toEqual(dels(1_201));
  });
});
