import type { Finished } from "#domain/room/frames.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import type { LinkState } from "#web/features/play/room/join-failure.ts";
import type { RunSource } from "#web/features/play/room/wait-for-room.ts";
import { type RunSubmission, submitRun } from "#web/features/play/run-result.ts";
import {
  claimSavedRun,
  decodeLog,
  encodeLog,
  readSavedRuns,
  removeSavedRun,
  type SavedRun,
  saveRun,
  trimSavedRuns,
  withSavedRun,
} from "#web/features/play/saved-runs.ts";
import { hasSavedRuns } from "#web/features/play/saved-runs-key.ts";
import { canSendAgain } from "#web/features/play/send-run.ts";
import { ResponseError } from "#web/lib/api.ts";
import { createStore } from "#web/lib/store.ts";

const NOW = Date.now();
let count = 0;
const run = (values: Partial<SavedRun> = {}): SavedRun => ({
  key: `key-${++count}`,
  levelId: 7,
  title: "Sky Maze",
  revision: 1,
  physics: 1,
  startTick: 0,
  ticks: 600,
  log: "AQID",
  savedAt: NOW,
  userId: null,
  claimed: false,
  ...values,
});
const RUN = run({ userId: 2 });

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

describe("A run that couldn't be sent", () => {
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

const DAY = 24 * 60 * 60 * 1000;

/** A storage with room for `most` characters. */
const stubStorage = (most = 5_000_000) =>
  vi.stubGlobal("localStorage", Object.assign(new FakeStorage(), { most }));

describe("runs kept on the device", () => {
  beforeEach(() => stubStorage());
  afterEach(() => vi.unstubAllGlobals());

  test("are stored, claimed and removed by key", () => {
    const saved = run();
    expect(hasSavedRuns()).toBe(false);
    expect(saveRun(saved)).toBe(true);
    expect(hasSavedRuns()).toBe(true);
    claimSavedRun(saved.key);
    expect(readSavedRuns()).toEqual([{ ...saved, claimed: true }]);
    removeSavedRun(saved.key);
    expect(hasSavedRuns()).toBe(false);
  });

  test("of one member on one level are the fastest one; other players, levels and documents don't compete", () => {
    const slow = run({ ticks: 900, userId: 3 });
    const fast = run({ ticks: 500, userId: 3 });
    expect(withSavedRun([slow], fast)).toEqual([fast]);
    expect(withSavedRun([fast], slow)).toEqual([fast]);
    const own = run({ userId: 3, ticks: 500 });
    expect(withSavedRun([own], run({ ticks: 900 }))).toHaveLength(2);
    const changed = run({ userId: 3, ticks: 900, revision: 2 });
    expect(withSavedRun([own], changed)).toEqual([changed]);
  });

  test("of a visitor are stored when they choose to save the slower second one", () => {
    const [fast, slow, slower] = [run({ ticks: 500 }), run({ ticks: 600 }), run({ ticks: 700 })];
    saveRun(fast);
    saveRun(slow);
    saveRun(slower);
    claimSavedRun(slower.key);
    expect(readSavedRuns().map(({ key, claimed }) => [key, claimed])).toEqual(
      expect.arrayContaining([
        [slower.key, true],
        [fast.key, false],
      ]),
    );
    expect(readSavedRuns()).toHaveLength(2);
  });

  test("are at most 20, and none is older than 30 days", () => {
    const runs = Array.from({ length: 25 }, (_, i) => run({ levelId: i, savedAt: NOW - i }));
    const old = run({ levelId: 99, savedAt: NOW - 31 * DAY });
    expect(trimSavedRuns([old, ...runs], NOW)).toEqual(runs.slice(0, 20));
  });

  test("make room for the newest when the storage is full", () => {
    stubStorage(700);
    for (let levelId = 1; levelId <= 5; levelId++) saveRun(run({ levelId, savedAt: NOW + levelId }));
    const levels = readSavedRuns(NOW).map(({ levelId }) => levelId);
    expect(levels[0]).toBe(5);
    expect(levels.length).toBeLessThan(5);
  });

  test("keep every byte of their inputs, and are none if the storage is broken or blocked", () => {
    localStorage.setItem("bopolis-runs", "{not json");
    expect(readSavedRuns()).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    expect(hasSavedRuns()).toBe(false);
    expect(saveRun(run())).toBe(false);
    const log = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 31) & 255);
    expect(decodeLog(encodeLog(log))).toEqual(log);
  });
});

test("a run is sent again after faults of the network and the server, not after errors of its own", () => {
  expect(canSendAgain(new TypeError("Failed to fetch"))).toBe(true);
  expect([0, 408, 429, 503].every((status) => canSendAgain(new ResponseError(status, "x", "")))).toBe(true);
  expect([401, 404, 409, 422].some((status) => canSendAgain(new ResponseError(status, "x", "")))).toBe(false);
});
