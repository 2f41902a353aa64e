import type { Denial } from "../objects/conversation-api.ts";
import { PERMIT_MS } from "./permit.ts";

/** Maximum clock difference between two objects. */
const SKEW_MS = 2_000;

/** The cached permits of a conversation (rule 14). Denials aren't cached. */
export class Permits {
  /** When each permit was granted, by user and session. */
  readonly #grantedAt = new Map<string, number>();
  /** Incremented when permits are cleared; a query that was running then is repeated. */
  #generation = 0;

  has(key: string): boolean {
    return (this.#grantedAt.get(key) ?? 0) > Date.now() - PERMIT_MS;
  }

  /** Returns why the user can't write, or null. Calls `query` if no permit is cached. */
  async admit(key: string, query: () => Promise<Denial | null>): Promise<Denial | null> {
    while (!this.has(key)) {
      const generation = this.#generation;
      const at = Date.now();
      const denial = await query();
      if (denial) return denial;
      if (generation === this.#generation) this.#grantedAt.set(key, at);
    }
    return null;
  }

  clear(): void {
    this.#generation++;
    this.#grantedAt.clear();
  }

  /** Clears the permits granted before `time`, when a hub cleared those of its user. */
  clearBefore(time: number): void {
    for (const [key, at] of this.#grantedAt) if (at <= time + SKEW_MS) this.#grantedAt.delete(key);
  }
}
