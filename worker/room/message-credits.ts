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
    if (now > this.#at) {
      const returned = ((now - this.#at) * this.#limits.messagesPerSecond) / 1000;
      this.#left = Math.min(this.#limits.burst, this.#left + returned);
      this.#at = now;
    }
    this.#left--;
    return this.#left >= 0;
  }
}
