import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { DeployState } from "./deploy-state.ts";
import { logStep } from "./log.ts";
import { Problem } from "./problem.ts";

/** A lock that its holder hasn't extended for this long is free: its process has ended. */
const STALE_MS = 15 * 60_000;
/** How often a holder that waits extends it. */
const EXTEND_MS = 60_000;

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

/** Another process may change the site now: this one must stop and leave the site as it is. */
export class LockLost extends Problem {
  override name = "LockLost";

  /** `holder` is the lock's value; null if it's free. */
  static to(holder: string | null): LockLost {
    return new LockLost(
      holder
        ? `✗ The lock was taken over by ${describeHolder(holder)}.`
        : "✗ The lock has expired, or was removed with `npm run deploy -- --unlock`.",
    );
  }
}

/** The right to change a site. At most one process has it. */
export class DeployLock {
  readonly #state: DeployState;
  readonly #value: string;
  /** When it was last extended. No one else gets it for `STALE_MS` after that. */
  #extendedAt: number;

  private constructor(state: DeployState, value: string, now: number) {
    this.#state = state;
    this.#value = value;
    this.#extendedAt = now;
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
    if (holder === value) return new DeployLock(state, value, now);
    throw new Problem(
      `✗ The site is being deployed by ${describeHolder(holder)}.`,
      `  Wait for it. If it has ended, its lock expires ${STALE_MS / 60_000} minutes after its last step, or run \`npm run deploy -- --unlock\`.`,
    );
  }

  /** Keeps the lock for as long again. Throws a LockLost if it's no longer held. */
  async extend(now = Date.now()): Promise<void> {
    this.#check(await this.#state.extend(this.#value, now + STALE_MS), now);
  }

  /** Extends the lock if the last time is a minute ago. A failed call is repeated later, as long as the lock hasn't expired. */
  async keep(now = Date.now()): Promise<void> {
    if (now - this.#extendedAt < EXTEND_MS) return;
    await this.#unlessUnreachable(() => this.extend(now), now);
  }

  /** Extends the lock, or takes it again if it's free. Throws a LockLost if another process has it. */
  async retake(now = Date.now()): Promise<void> {
    await this.#unlessUnreachable(
      async () => this.#check(await this.#state.lock(this.#value, now, now + STALE_MS), now),
      now,
    );
  }

  /**
   * Takes the lock again after the database was rewound, which undid it. Its row is an old one then, or that of a deployment
   * that has just begun: that one stops at its next step.
   */
  async seize(now = Date.now()): Promise<void> {
    await this.#state.seize(this.#value, now + STALE_MS);
    this.#extendedAt = now;
  }

  #check(holder: string | null, now: number): void {
    if (holder !== this.#value) throw LockLost.to(holder);
    this.#extendedAt = now;
  }

  /** Ignores that the database can't be reached until the lock expires. */
  async #unlessUnreachable(work: () => Promise<void>, now: number): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof LockLost) throw error;
      const { message } = error as Error;
      if (now - this.#extendedAt >= STALE_MS) throw new LockLost("✗ The lock has expired.", `  ${message}`);
      logStep("lock", `not extended yet: ${message}`);
    }
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
