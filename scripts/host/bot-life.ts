import { setTimeout as sleep } from "node:timers/promises";
import { RejectedError } from "../client/site-client.ts";
import type { Random } from "../seed/content/random.ts";
import type { BotAccount, BotAccounts } from "./accounts.ts";

export const SECOND = 1_000;
/** The pause after a 429 without Retry-After. */
const PAUSE_MS = 60 * SECOND;

export type BotEvent = "join" | "clear" | "error";

export interface BotLifeContext {
  accounts: BotAccounts;
  signal: AbortSignal;
  count: (event: BotEvent) => void;
}

/** A simulated player: visits a level, rests, and repeats until its process stops. */
export abstract class BotLife<Context extends BotLifeContext> {
  protected readonly context: Context;
  protected readonly random: Random;
  #account: BotAccount | undefined;

  constructor(context: Context, random: Random) {
    this.context = context;
    this.random = random;
  }

  /** Joins a level, plays and leaves. */
  protected abstract visitLevel(account: BotAccount): Promise<void>;

  async run(delay: number): Promise<void> {
    for (let rest = delay; await this.wait(rest); ) {
      try {
        this.#account ??= await this.context.accounts.take();
        await this.visitLevel(this.#account);
        rest = this.random.range(4, 25) * SECOND;
      } catch (error) {
        rest = this.#restAfter(error);
      }
    }
  }

  /** Waits. Returns false if the process is stopping. */
  protected async wait(milliseconds: number): Promise<boolean> {
    const { signal } = this.context;
    return sleep(milliseconds, true, { signal }).catch(() => false);
  }

  /** Milliseconds to rest after an error. */
  #restAfter(error: unknown): number {
    this.context.count("error");
    const { random } = this;
    if (!(error instanceof RejectedError)) return random.range(3, 15) * SECOND;
    if (error.status === 401 || error.status === 419) return this.#signInAgain();
    // Replace a banned account with another.
    if (error.code === "banned") this.#account = undefined;
    if (error.status === 429)
      return (error.retryAfter ?? PAUSE_MS / SECOND) * SECOND + random.range(0, 10) * SECOND;
    return random.range(5, 30) * SECOND;
  }

  #signInAgain(): number {
    if (this.#account) this.context.accounts.signIn(this.#account).catch(() => undefined);
    return this.random.range(2, 10) * SECOND;
  }
}
