import { otherOf } from "#domain/conversations/ids.ts";
import type { Delivery, Receipt } from "./changes.ts";
import type { ConversationLog } from "./log.ts";

/** The most changes of one delivery. */
const AT_ONCE = 100;

/**
 * Hands the log to the hubs of its two people: in order, one delivery at a time to each, everything that has come
 * meanwhile with the next one. What fails stays to be delivered.
 */
export class Outbox {
  readonly #log: ConversationLog;
  readonly #hand: (user: number, delivery: Delivery) => Promise<Receipt>;
  /** The last change that each hub is known to have. */
  readonly #delivered = new Map<number, number>();
  readonly #running = new Map<number, Promise<boolean>>();

  constructor(log: ConversationLog, hand: (user: number, delivery: Delivery) => Promise<Receipt>) {
    this.#log = log;
    this.#hand = hand;
  }

  /** Delivers to both, to `first` before the other; answers whether both have everything. */
  async run(first: number = this.#log.people[0]): Promise<boolean> {
    const one = await this.#runFor(first);
    const two = await this.#runFor(otherOf(this.#log.people, first));
    return one && two;
  }

  /** Writes down how far the hubs are. */
  settle(): void {
    this.#log.settle(this.#delivered);
  }

  #runFor(user: number): Promise<boolean> {
    const running = this.#running.get(user);
    if (running) return running;
    const run = this.#drain(user).finally(() => this.#running.delete(user));
    this.#running.set(user, run);
    return run;
  }

  async #drain(user: number): Promise<boolean> {
    let after = this.#delivered.get(user) ?? this.#log.reader(user).delivered;
    while (after < this.#log.last) {
      const changes = this.#log.changesAfter(after, AT_ONCE);
      const { unread } = this.#log.reader(user);
      const other = otherOf(this.#log.people, user);
      try {
        const { have } = await this.#hand(user, { other, after, changes, unread });
        // A hub that knows less than it did (its storage was lost) is told from there.
        if (have === after && changes.length > 0) return false;
        after = have;
      } catch {
        return false;
      }
      this.#delivered.set(user, after);
    }
    return true;
  }
}
