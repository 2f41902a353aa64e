import { type ClearCheck, checkClearRoute, clearCheckRoute } from "#domain/build/publishing/api.ts";
import type { FinishedRun } from "#web/game/game-state.ts";
import { call } from "#web/lib/api.ts";
import { errorText } from "#web/lib/error-text.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { BuildSession } from "../model/build-session.ts";

/** The state of a run that proves that the level can be cleared. */
export type ProofState =
  | { at: "playing" }
  | { at: "checking" }
  | { at: "cleared"; ms: number }
  | { at: "refused"; reason: string }
  | { at: "failed"; reason: string };

/** Pauses between questions about a check. The socket usually says it first. */
const POLL_MS = [1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000];

/** Resolves once all operations are stored, so the server checks what was played. */
export function whenSaved({ state }: Pick<BuildSession, "state">, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const isSaved = () => state.get().unsaved === 0;
    if (isSaved()) return resolve();
    const stop = state.subscribe(() => {
      if (!isSaved()) return;
      stop();
      resolve();
    });
    signal?.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}

interface ClearCheckOptions {
  levelId: number;
  session: BuildSession;
}

/** Sends a finished run to be simulated again, and follows what becomes of it. */
export function submitProof(run: FinishedRun, options: ClearCheckOptions): Store<ProofState> {
  const state = createStore<ProofState>({ at: "checking" });
  send(run, options).then(
    (check) => follow(check, run.ms, state, options),
    (error: unknown) => {
      state.set({ at: "failed", reason: errorText(error) });
    },
  );
  return state;
}

async function send(run: FinishedRun, { levelId, session }: ClearCheckOptions): Promise<ClearCheck> {
  await whenSaved(session);
  const log = new File([new Uint8Array(run.log)], "run.log", { type: "application/octet-stream" });
  const input = { physics: run.physics, start_tick: run.startTick, key: crypto.randomUUID(), log };
  return (await call(checkClearRoute, { params: { id: levelId }, input })).check;
}

function follow(first: ClearCheck, ms: number, state: Store<ProofState>, options: ClearCheckOptions): void {
  const { levelId, session } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const finish = (result: ProofState) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    stop();
    state.set(result);
  };
  const update = (check: ClearCheck) => {
    if (check.state === "cleared") finish({ at: "cleared", ms });
    else if (check.state === "refused") finish({ at: "refused", reason: check.reason ?? "" });
  };
  const stop = session.onNotice((notice) => {
    if (notice.kind === "cleared" && notice.clear.content === first.content) finish({ at: "cleared", ms });
    else if (notice.kind === "not_cleared" && notice.content === first.content)
      finish({ at: "refused", reason: notice.reason });
  });
  const poll = (count: number) => {
    const wait = POLL_MS[Math.min(count, POLL_MS.length - 1)];
    timer = setTimeout(async () => {
      const params = { id: levelId, checkId: first.id };
      const response = await call(clearCheckRoute, { params }).catch(() => null);
      if (response) update(response.check);
      // The page was closed, or the session.
      if (!isOver && session.state.get().link !== "closed") poll(count + 1);
    }, wait);
  };
  update(first);
  if (!isOver) poll(0);
}
