import { runRoute } from "#domain/runs/api.ts";
import type { Run } from "#domain/runs/run.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { onLiveEvent } from "#web/lib/live/live-events.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { playerText } from "#web/text/player.ts";
import { removeSavedRun, type SavedRun, saveRun } from "./saved-runs.ts";
import { canSendAgain, sendRun } from "./send-run.ts";

/** The state of a finished run at the server. */
export type RunResult =
  /** A visitor's run. `isStored` is false if the browser couldn't store it. */
  | { at: "visitor"; key: string; isStored: boolean }
  | { at: "sending" }
  /** There was no connection. It's sent again when there is one. */
  | { at: "unsent" }
  | { at: "rejected"; message: string }
  /** `run.state` is `waiting` until it is checked. */
  | { at: "sent"; run: Run };

/** Pauses between questions about a run that is being checked. Live events usually come first. */
const POLL_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 60_000];

export interface RunSubmission {
  readonly result: Store<RunResult>;
  /** Stops waiting for the result. A run that isn't sent stays on the device. */
  stop(): void;
}

/** Sends a finished run and waits for its check. Visitors' runs stay on the device. */
export function submitRun(saved: SavedRun): RunSubmission {
  const controller = new AbortController();
  const { signal } = controller;
  const isStored = saveRun(saved);
  const isVisitor = saved.userId === null;
  const result = createStore<RunResult>(
    isVisitor ? { at: "visitor", key: saved.key, isStored } : { at: "sending" },
  );
  if (!isVisitor) void send(saved, result, signal);
  return { result, stop: () => controller.abort() };
}

async function send(saved: SavedRun, result: Store<RunResult>, signal: AbortSignal): Promise<void> {
  try {
    const run = await sendRun(saved);
    removeSavedRun(saved.key);
    result.set({ at: "sent", run });
    if (run.state === "waiting") followCheck(run, result, signal);
  } catch (error) {
    if (canSendAgain(error)) {
      result.set({ at: "unsent" });
      window.addEventListener("online", () => void send(saved, result, signal), { once: true, signal });
    } else {
      removeSavedRun(saved.key);
      result.set({ at: "rejected", message: errorText(error, playerText.rejected) });
    }
  }
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
