import { type Denial, PERMIT_MS } from "./permit.ts";

/** Clocks of two objects may differ by so much. */
const SKEW_MS = 2_000;

/** Who may write in a conversation, as far as the database has said so lately (rule 14). Refusals are not kept. */
export class Permits {
  /** When each was given, by user and session. */
  readonly #given = new Map<string, number>();
  /** Goes up whenever permits are made void: an answer that was on its way then is asked for again. */
  #voids = 0;

  has(key: string): boolean {
    return (this.#given.get(key) ?? 0) > Date.now() - PERMIT_MS;
  }

  /** Why somebody may not write, or null; `ask` is called where nothing is kept. */
  async admit(key: string, ask: () => Promise<Denial | null>): Promise<Denial | null> {
    while (!this.has(key)) {
      const voids = this.#voids;
      const at = Date.now();
      const denial = await ask();
      if (denial) return denial;
      if (voids === this.#voids) this.#given.set(key, at);
    }
    return null;
  }

  drop(): void {
    this.#voids++;
    this.#given.clear();
  }

  /** Drops what was given before a hub made its user's permits void. */
  dropBefore(time: number): void {
    for (const [key, at] of this.#given) if (at <= time + SKEW_MS) this.#given.delete(key);
  }
}
