import type { Denial } from "../objects/conversation-api.ts";
import { PERMIT_MS } from "./permit.ts";

/** A permit that is used when it's this old is queried again meanwhile, so that people who write to each other never wait. */
const REFRESH_AFTER_MS = 40_000;
/** Maximum clock difference between two objects. */
const SKEW_MS = 2_000;

/** The key of a user's permit. */
export const permitKey = (user: number, session: string): string => `${user}:${session}`;

/** Whether a permit may be older than the time when its user or the other one cleared theirs. */
export const isCleared = (grantedAt: number, clearedAt: number): boolean => grantedAt <= clearedAt + SKEW_MS;

/** The cached permits of a conversation (rule 14). Denials aren't cached. */
export class Permits {
  /** When each permit was granted, by user and session. */
  readonly #grantedAt = new Map<string, number>();
  /** Incremented when permits are cleared; a query that was running then is repeated. */
  #generation = 0;

  /** The permits that are being queried again. */
  readonly #refreshing = new Set<string>();

  has(key: string): boolean {
    return this.grantedAt(key) > Date.now() - PERMIT_MS;
  }

  /** When the cached permit was granted; 0 without one. */
  grantedAt(key: string): number {
    return this.#grantedAt.get(key) ?? 0;
  }

  /**
   * Returns why the user can't write, or null. Waits for `query` only if no permit is cached. `onFailure` gets the error of a
   * query that no one waits for.
   */
  async admit(
    key: string,
    query: () => Promise<Denial | null>,
    onFailure: (error: unknown) => void,
  ): Promise<Denial | null> {
    if (this.has(key)) this.#refresh(key, query).catch(onFailure);
    while (!this.has(key)) {
      const denial = await this.#query(key, query);
      if (denial) return denial;
    }
    return null;
  }

  async #refresh(key: string, query: () => Promise<Denial | null>): Promise<void> {
    const isNew = this.grantedAt(key) > Date.now() - REFRESH_AFTER_MS;
    if (isNew || this.#refreshing.has(key)) return;
    this.#refreshing.add(key);
    try {
      if (await this.#query(key, query)) this.#grantedAt.delete(key);
    } finally {
      this.#refreshing.delete(key);
    }
  }

  async #query(key: string, query: () => Promise<Denial | null>): Promise<Denial | null> {
    const generation = this.#generation;
    const at = Date.now();
    const denial = await query();
    if (!denial && generation === this.#generation) this.#grantedAt.set(key, at);
    return denial;
  }

  clear(): void {
    this.#generation++;
    this.#grantedAt.clear();
  }

  /** Clears the permits granted before `time`, when a hub cleared those of its user. */
  clearBefore(time: number): void {
    for (const [key, at] of this.#grantedAt) if (isCleared(at, time)) this.#grantedAt.delete(key);
  }
}
