import { ROOM_LIMITS } from "#domain/room/limits.ts";

/** How many messages can be sent at once, and how many credits return per second. */
interface CreditLimits {
  burst: number;
  messagesPerSecond: number;
}

/** How many messages a page can still send. Credits return over time. By default those of a player in a room (rule 9). */
export class MessageCredits {
  readonly #limits: CreditLimits;
  #left: number;
  #at: number;

  constructor(now: number, limits: CreditLimits = ROOM_LIMITS) {
    this.#limits = limits;
    this.#left = limits.burst;
    this.#at = now;
  }

  /** Takes one credit. Returns whether there was one. */
  take(now: number): boolean {
    this.#return(now);
    this.#left--;
    return this.#left >= 0;
  }

  /** Takes credits, also those that aren't there. Returns after how many milliseconds they are. */
  borrow(now: number, credits: number): number {
    this.#return(now);
    this.#left -= credits;
    return Math.max(0, Math.ceil((-this.#left * 1000) / this.#limits.messagesPerSecond));
  }

  /** Whether all credits are back. */
  isFull(now: number): boolean {
    this.#return(now);
    return this.#left === this.#limits.burst;
  }

  #return(now: number): void {
    if (now > this.#at) {
      const returned = ((now - this.#at) * this.#limits.messagesPerSecond) / 1000;
      this.#left = Math.min(this.#limits.burst, this.#left + returned);
      this.#at = now;
    }
  }
}
