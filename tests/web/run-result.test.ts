import type { Finished } from "#domain/room/frames.ts";
import type { LinkState } from "#web/features/play/room/join-failure.ts";
import type { RunSource } from "#web/features/play/room/wait-for-room.ts";
import { type RunSubmission, submitRun } from "#web/features/play/run-result.ts";
import type { SavedRun } from "#web/features/play/saved-runs.ts";
import { createStore } from "#web/lib/store.ts";

const RUN: SavedRun = {
  key: "run-1",
  levelId: 3,
  title: "Stroll",
  revision: 1,
  physics: 1,
  startTick: 0,
  ticks: 600,
  log: "AAAA",
  savedAt: 0,
  userId: 2,
  claimed: false,
};

/** The site's next responses to a sent run. A status of 0 is a lost connection. */
let responses: (number | Promise<number>)[];
let sent: string[];
let submission: RunSubmission;
let room: ReturnType<typeof createStore<LinkState>>;

const openRoom = () => room.set({ at: "open", code: null, message: null });
const state = () => submission.result.get().at;
const submit = () => {
  const onFinished = (_: (finished: Finished) => void) => () => undefined;
  submission = submitRun(RUN, { state: room, slot: 1, onFinished } satisfies RunSource);
  return vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  responses = [];
  sent = [];
  room = createStore<LinkState>({ at: "alone", code: null, message: null });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", { querySelector: () => ({ content: "token" }) });
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(String((body as FormData).get("key")));
    const status = await (responses.shift() ?? 201);
    if (!status) throw new TypeError("Failed to fetch");
    return Response.json(status === 201 ? { run: { id: 9, state: "counted" } } : { message: "Busy" }, {
      status,
    });
  });
});
afterEach(() => {
  submission.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("A run that couldn't be sent", () => {
  test("is sent again once the room is back, with the same key", async () => {
    responses = [0];
    await submit();
    expect(state()).toBe("unsent");
    openRoom();
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe("sent");
    expect(sent).toEqual([RUN.key, RUN.key]);
  });

  test("is sent again soon if the room came back before the request failed", async () => {
    const lost = Promise.withResolvers<number>();
    responses = [lost.promise];
    await submit();
    openRoom();
    lost.resolve(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe("unsent");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state()).toBe("sent");
  });

  test("is sent again at growing intervals while the site is overloaded", async () => {
    responses = [503, 429, 0, 500, 503, 503];
    await submit();
    for (const [pause, requests] of [
      [2_000, 2],
      [5_000, 3],
      [15_000, 4],
      [60_000, 5],
      [60_000, 6],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(sent.length).toBe(requests - 1);
      await vi.advanceTimersByTimeAsync(1);
      expect([sent.length, state()]).toEqual([requests, "unsent"]);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state()).toBe("sent");
  });

  test("is sent once when the browser is back online, and not after the page stopped waiting", async () => {
    responses = [0, 0];
    await submit();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect([sent.length, state()]).toEqual([2, "unsent"]);
    submission.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBe(2);
  });

  test("is rejected for good by the site, which says why", async () => {
    responses = [422];
    await submit();
    expect(submission.result.get()).toEqual({ at: "rejected", message: "Busy" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.length).toBe(1);
  });
});
