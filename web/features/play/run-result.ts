import { runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { call } from "#web/lib/api.ts";
import { errorText } from "#web/lib/error-text.ts";
import { onLiveEvent } from "#web/lib/live/live-events.ts";
import { readOnlyMode } from "#web/lib/read-only.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { onReconnect, type RunSource, waitForRoom } from "./room/wait-for-room.ts";
import { removeSavedRun, type SavedRun, saveRun } from "./saved-runs.ts";
import { canSendAgain, sendRun } from "./send-run.ts";

export type RunResult =
  /** A visitor's run. `isStored` is false if the browser couldn't store it. */
  | { at: "visitor"; key: string; isStored: boolean }
  | { at: "sending" }
  /** The server couldn't be reached or didn't accept it for now. It's sent again. */
  | { at: "unsent" }
  | { at: "rejected"; message: string }
  /** `run.state` is `waiting` until it is checked. */
  | { at: "sent"; run: Run };

/** Pauses between questions about a run that is being checked. Live events usually come first. */
const POLL_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 60_000];

/** Pauses before a run is sent again, unless a connection is back sooner. The last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

export interface RunSubmission {
  readonly result: Store<RunResult>;
  /** Stops waiting for the result. A run that isn't sent stays on the device. */
  stop(): void;
}

/** Waits until a finished run counts. Its room has it already; others are sent, but visitors' runs stay on the device. */
export function submitRun(saved: SavedRun, room: RunSource | null = null): RunSubmission {
  const controller = new AbortController();
  const { signal } = controller;
  const isStored = saveRun(saved);
  const isVisitor = saved.userId === null;
  const result = createStore<RunResult>(
    isVisitor ? { at: "visitor", key: saved.key, isStored } : { at: "sending" },
  );
  if (!isVisitor) void (room ? settle : send)(saved, { result, room, signal });
  return { result, stop: () => controller.abort() };
}

interface Submitting {
  result: Store<RunResult>;
  room: RunSource | null;
  signal: AbortSignal;
}

/** Fetches the run that the room counted, or sends it. Both use the same key, so it counts once. */
async function settle(saved: SavedRun, submitting: Submitting): Promise<void> {
  const { result, room, signal } = submitting;
  const id = room && (await waitForRoom(room, saved.ticks, signal));
  const response = id && (await call(runRoute, { params: { id } }).catch(() => null));
  if (!response) return send(saved, submitting);
  removeSavedRun(saved.key);
  showSent(response.run, result, signal);
}

async function send(saved: SavedRun, submitting: Submitting, attempt = 0): Promise<void> {
  const { result, signal } = submitting;
  try {
    const run = await sendRun(saved);
    removeSavedRun(saved.key);
    showSent(run, result, signal);
  } catch (error) {
    if (canSendAgain(error)) {
      result.set({ at: "unsent" });
      sendLater(saved, submitting, attempt);
    } else {
      removeSavedRun(saved.key);
      result.set({ at: "rejected", message: errorText(error) });
    }
  }
}

/** Sends a run after a reconnect or read-only mode, or after a pause: the room can be back already. */
function sendLater(saved: SavedRun, submitting: Submitting, attempt: number): void {
  const { room, signal } = submitting;
  const controller = new AbortController();
  const once = { once: true, signal: controller.signal };
  const retry = () => {
    controller.abort();
    clearTimeout(timer);
    stop?.();
    stopWaiting();
    if (!signal.aborted) void send(saved, submitting, attempt + 1);
  };
  const timer = setTimeout(retry, RETRY_MS[attempt] ?? RETRY_MS.at(-1));
  const stop = room && onReconnect(room, retry);
  const stopWaiting = readOnlyMode.subscribe(() => readOnlyMode.get() || retry());
  window.addEventListener("online", retry, once);
  signal.addEventListener("abort", retry, once);
}

function showSent(run: Run, result: Store<RunResult>, signal: AbortSignal): void {
  result.set({ at: "sent", run });
  if (run.state === "waiting" && !signal.aborted) followCheck(run, result, signal);
}

/** Waits for the end of a run's check: by an event of the member's socket, or else by asking the server. */
function followCheck({ id }: Run, result: Store<RunResult>, signal: AbortSignal): void {
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = (run: Run) => {
    if (signal.aborted || run.state === "waiting") return;
    stop();
    result.set({ at: "sent", run });
  };
  const poll = async () => {
    const response = await call(runRoute, { params: { id }, signal }).catch(() => null);
    if (response) update(response.run);
    if (!signal.aborted) schedule();
  };
  const schedule = () => {
    const wait = POLL_MS[count++];
    if (wait !== undefined && !isDone) timer = setTimeout(() => void poll(), wait);
  };
  let isDone = false;
  const stop = () => {
    isDone = true;
    clearTimeout(timer);
    unsubscribe();
  };
  const unsubscribe = onLiveEvent((event) => {
    if (event.event === "RunChecked" && event.run.id === id) update(event.run);
  });
  signal.addEventListener("abort", stop, { once: true });
  schedule();
}
