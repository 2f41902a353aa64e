import { CLOCK_SECONDS, type JoinClaims, TokenRefusal } from "./tokens.ts";

/** The tokens that were taken, each for as long as it could be shown again. */
export class Used {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Takes a token, once. */
  take({ jti, exp }: JoinClaims): void {
    this.#forgetOld();
    if (this.#until.has(jti)) throw new TokenRefusal("token_used");
    this.#until.set(jti, (exp + CLOCK_SECONDS) * 1000);
  }

  /** Gives it back: it came to nothing, as the site could not be reached. */
  giveBack({ jti }: JoinClaims): void {
    this.#until.delete(jti);
  }

  get size(): number {
    return this.#until.size;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [jti, until] of this.#until) if (until <= now) this.#until.delete(jti);
  }
}
