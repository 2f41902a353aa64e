import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { DeployState } from "./deploy-state.ts";
import { logStep } from "./log.ts";
import { Problem } from "./problem.ts";

/** A lock that its holder hasn't extended for this long is free: its process has ended. */
const STALE_MS = 15 * 60_000;

interface Holder {
  id: string;
  owner: string;
  host: string;
  started: string;
}

/** Returns who is deploying, for a message to another operator. */
function describeHolder(value: string | null): string {
  const { owner, host, started } = JSON.parse(value ?? "{}") as Partial<Holder>;
  return `${owner ?? "someone"} on ${host ?? "an unknown machine"} since ${started ?? "an unknown time"}`;
}

/** The right to change a site. At most one process has it. */
export class DeployLock {
  readonly #state: DeployState;
  readonly #value: string;

  private constructor(state: DeployState, value: string) {
    this.#state = state;
    this.#value = value;
  }

  /** Takes the lock. Throws a Problem that names the holder if another process has it. */
  static async take(
    state: DeployState,
    environment: Record<string, string | undefined>,
    now = Date.now(),
  ): Promise<DeployLock> {
    const value = JSON.stringify({
      id: randomUUID(),
      owner: environment.GITHUB_ACTOR ?? userInfo().username,
      host: environment.GITHUB_RUN_ID ? `GitHub, run ${environment.GITHUB_RUN_ID}` : hostname(),
      started: new Date(now).toISOString(),
    } satisfies Holder);
    const holder = await state.lock(value, now, now + STALE_MS);
    if (holder === value) return new DeployLock(state, value);
    throw new Problem(
      `✗ The site is being deployed by ${describeHolder(holder)}.`,
      `  Wait for it. If it has ended, its lock expires ${STALE_MS / 60_000} minutes after its last step, or run \`npm run deploy -- --unlock\`.`,
    );
  }

  /** Keeps the lock for as long again. Throws a Problem if it's no longer held. */
  async extend(now = Date.now()): Promise<void> {
    const holder = await this.#state.extend(this.#value, now + STALE_MS);
    if (holder === this.#value) return;
    throw new Problem(
      holder
        ? `✗ The lock was taken over by ${describeHolder(holder)}.`
        : "✗ The lock was removed with `npm run deploy -- --unlock`.",
    );
  }

  /** Frees the lock. A failure is only logged: the lock expires by itself. */
  async release(): Promise<void> {
    try {
      await this.#state.unlock(this.#value);
    } catch (error) {
      logStep("lock", `not released, expires by itself: ${(error as Error).message}`);
    }
  }
}

/** Runs `work` while holding the lock. */
export async function withLock<Result>(
  state: DeployState,
  environment: Record<string, string | undefined>,
  work: (lock: DeployLock) => Promise<Result>,
): Promise<Result> {
  const lock = await DeployLock.take(state, environment);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/** Frees the lock of any holder. Returns a description of the holder; null if it was free. */
export async function breakLock(state: DeployState): Promise<string | null> {
  const holder = await state.holder();
  if (holder === null) return null;
  await state.unlock(holder);
  return describeHolder(holder);
}
