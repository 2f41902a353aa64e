import { ROOM_LIMITS } from "#domain/room/limits.ts";

/** How many messages a player can still send (rule 9). Credits return over time. */
export class MessageCredits {
  #left: number = ROOM_LIMITS.burst;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes one credit. Returns whether there was one. */
  take(now: number): boolean {
    if (now > this.#at) {
      const returned = ((now - this.#at) * ROOM_LIMITS.messagesPerSecond) / 1000;
      this.#left = Math.min(ROOM_LIMITS.burst, this.#left + returned);
      this.#at = now;
    }
    this.#left--;
    return this.#left >= 0;
  }
}
