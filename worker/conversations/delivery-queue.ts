import { otherUser } from "#domain/conversations/ids.ts";
import type { Delivery, Receipt } from "./changes.ts";
import type { ConversationLog } from "./conversation-log.ts";

/** Changes per delivery. */
const MAX_CHANGES = 100;

/**
 * Delivers a conversation's log to the hubs of its two users: in order, a single delivery at a time to each, new
 * changes with the next one. Failed deliveries stay queued.
 */
export class DeliveryQueue {
  readonly #log: ConversationLog;
  readonly #send: (user: number, delivery: Delivery) => Promise<Receipt>;
  /** The last change that each hub is known to have. */
  readonly #delivered = new Map<number, number>();
  readonly #running = new Map<number, Promise<boolean>>();

  constructor(log: ConversationLog, send: (user: number, delivery: Delivery) => Promise<Receipt>) {
    this.#log = log;
    this.#send = send;
  }

  /** Delivers to both users, to `first` first. Returns whether both have everything. */
  async deliverAll(first: number = this.#log.people[0]): Promise<boolean> {
    const firstDone = await this.#deliverTo(first);
    const otherDone = await this.#deliverTo(otherUser(this.#log.people, first));
    return firstDone && otherDone;
  }

  /** Saves the hubs' progress. */
  saveDelivered(): void {
    this.#log.saveDelivered(this.#delivered);
  }

  #deliverTo(user: number): Promise<boolean> {
    const running = this.#running.get(user);
    if (running) return running;
    const run = this.#drain(user).finally(() => this.#running.delete(user));
    this.#running.set(user, run);
    return run;
  }

  async #drain(user: number): Promise<boolean> {
    let after = this.#delivered.get(user) ?? this.#log.reader(user).delivered;
    while (after < this.#log.last) {
      const changes = this.#log.changesAfter(after, MAX_CHANGES);
      const { unread } = this.#log.reader(user);
      const other = otherUser(this.#log.people, user);
      try {
        const { have } = await this.#send(user, { other, after, changes, unread });
        // A hub that has lost its storage reports an older change and is sent everything from there.
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
