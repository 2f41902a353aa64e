import { CLOCK_SECONDS, type JoinClaims, TokenError } from "./tokens.ts";

/** Tokens that were used, remembered until they expire. */
export class UsedTokens {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Marks a token as used. Throws a `TokenError` if it already was. */
  markUsed({ jti, exp }: JoinClaims): void {
    this.#deleteExpired();
    if (this.#until.has(jti)) throw new TokenError("token_used");
    this.#until.set(jti, (exp + CLOCK_SECONDS) * 1000);
  }

  /** Makes a token usable again, after the site couldn't be reached. */
  release({ jti }: JoinClaims): void {
    this.#until.delete(jti);
  }

  get size(): number {
    return this.#until.size;
  }

  #deleteExpired(): void {
    const now = this.#now();
    for (const [jti, until] of this.#until) if (until <= now) this.#until.delete(jti);
  }
}
