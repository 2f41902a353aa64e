import { otherUser } from "#domain/conversations/ids.ts";
import type { Delivery, Receipt } from "./changes.ts";
import type { ConversationLog } from "./conversation-log.ts";

/** Changes per delivery. */
const MAX_CHANGES = 100;

/** Delivers a log to its two hubs: in order, one delivery at a time. Failed ones stay queued. */
export class DeliveryQueue {
  readonly #log: ConversationLog;
  readonly #send: (user: number, delivery: Delivery) => Promise<Receipt>;
  /** The last change that each hub has confirmed. */
  readonly #confirmed = new Map<number, number>();
  /** The last change sent to each hub. After an eviction, a hub that lacks some reports what it has. */
  readonly #sent: Map<number, number>;
  readonly #running = new Map<number, Promise<boolean>>();

  constructor(log: ConversationLog, send: (user: number, delivery: Delivery) => Promise<Receipt>) {
    this.#log = log;
    this.#send = send;
    this.#sent = new Map(log.people.map((user) => [user, log.last]));
  }

  /** Whether both hubs have confirmed everything. */
  get isDone(): boolean {
    return this.#log.people.every((user) => this.#confirmedBy(user) >= this.#log.last);
  }

  #confirmedBy(user: number): number {
    return this.#confirmed.get(user) ?? this.#log.reader(user).delivered;
  }

  /** Delivers to users, one after the other. Returns whether all have confirmed everything. */
  async deliverTo(...users: readonly number[]): Promise<boolean> {
    let isDone = true;
    for (const user of users) isDone = (await this.#deliverTo(user)) && isDone;
    return isDone;
  }

  /** Returns the changes that a hub lacks, for the reply to its call; null if it has all of them. */
  replyTo(user: number, { have }: Receipt): Delivery | null {
    this.#confirmed.set(user, have);
    if (have >= this.#log.last) return null;
    const delivery = this.#deliveryAfter(user, have);
    this.#sent.set(user, delivery.changes.at(-1)?.seq ?? have);
    return delivery;
  }

  /** Saves what the hubs have confirmed. */
  saveDelivered(): void {
    this.#log.saveDelivered(this.#confirmed);
  }

  #deliveryAfter(user: number, after: number): Delivery {
    return {
      other: otherUser(this.#log.people, user),
      after,
      changes: this.#log.changesAfter(after, MAX_CHANGES),
      unread: this.#log.reader(user).unread,
    };
  }

  #deliverTo(user: number): Promise<boolean> {
    const running = this.#running.get(user);
    if (running) return running;
    const run = this.#drain(user).finally(() => this.#running.delete(user));
    this.#running.set(user, run);
    return run;
  }

  async #drain(user: number): Promise<boolean> {
    while (this.#confirmedBy(user) < this.#log.last) {
      const delivery = this.#deliveryAfter(user, this.#sent.get(user) ?? 0);
      const { after, changes } = delivery;
      try {
        const { have } = await this.#send(user, delivery);
        // A hub that has lost its storage, or a reply, reports an older change and is sent everything from there.
        if (have === after && changes.length > 0) return false;
        this.#confirmed.set(user, have);
        this.#sent.set(user, have);
      } catch {
        return false;
      }
    }
    return true;
  }
}
