import { otherOf } from "#domain/conversations/ids.ts";
import type { Env } from "../env.ts";
import { mayFail } from "../live/faults.ts";
import { LiveObject } from "../live/object.ts";
import { hubOf } from "../live/stubs.ts";
import type { Delivery, Receipt } from "./changes.ts";
import { CONVERSATION_SCHEMA, ConversationLog, type MessageRow } from "./log.ts";
import { MessagePolicy } from "./message-policy.ts";
import { Outbox } from "./outbox.ts";
import { askPermit, type Denial } from "./permit.ts";
import { Permits } from "./permits.ts";

/** When deliveries are looked after: should the process die in between, they are made then. */
const LOOK_AFTER_MS = 10_000;
const RETRY_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** What the objects answer: errors lose their own fields on the way from one object to another, so refusals are values. */
export type Result<T> = ({ ok: true } & T) | ({ ok: false } & Denial);

export interface MessagePage {
  messages: MessageRow[];
  /** How many messages there are, up to the one that pages are counted from. */
  total: number;
  /** Numbers of the newest messages that the one who asks and the other have read; 0 for none. */
  read: number;
  seen: number;
  unread: number;
}

/**
 * What two people said to each other: the record (rule 12). It numbers and stores messages, decides with what it keeps of
 * the database who may write, and hands everything on to the hubs of both. It keeps nothing until something is said.
 */
export class Conversation extends LiveObject {
  readonly #people: readonly [number, number];
  readonly #permits = new Permits();
  readonly #manners: MessagePolicy;
  #log: ConversationLog | null = null;
  #outbox: Outbox | null = null;
  #looksAfter = false;
  #failures = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { conversation: CONVERSATION_SCHEMA });
    const [low = 0, high = 0] = String(ctx.id.name).split("_").map(Number);
    this.#people = [low, high];
    this.#manners = new MessagePolicy(env);
    if (this.has("conversation")) this.#open();
  }

  #open(): { log: ConversationLog; outbox: Outbox } {
    if (this.#log && this.#outbox) return { log: this.#log, outbox: this.#outbox };
    this.prepare("alarms", "conversation");
    this.#log = new ConversationLog(this.db, this.#people);
    this.#outbox = new Outbox(this.#log, (user, delivery) => this.#hand(user, delivery));
    this.#looksAfter = this.isWaking("deliver");
    return { log: this.#log, outbox: this.#outbox };
  }

  async #hand(user: number, delivery: Delivery): Promise<Receipt> {
    mayFail(this.env, "deliveries");
    const receipt = await hubOf(this.env, user).deliver(delivery);
    this.#permits.dropBefore(receipt.voided);
    return receipt;
  }

  /** Stores a message of `sender`, if they may write; with a `client_id` it has had before, it answers that message. */
  async send(
    sender: number,
    session: string,
    body: string,
    clientId: string | null,
  ): Promise<Result<{ seq: number; at: number }>> {
    const other = otherOf(this.#people, sender);
    const ask = () =>
      askPermit(this.env, sender, other, session, (terms) => this.#manners.learn(sender, terms));
    const denial =
      (await this.#permits.admit(`${sender}:${session}`, ask)) ??
      (await this.#manners.problem(sender, body, this.#log === null));
    if (denial) return { ok: false, ...denial };
    const { log } = this.#open();
    const { seq, at, isNew } = log.add(sender, body, clientId, Date.now());
    if (isNew) await this.#deliver(other);
    return { ok: true, seq, at };
  }

  /** Marks what `user` was sent as read, up to a number; answers how much they have not. */
  async read(user: number, upTo: number): Promise<number> {
    if (this.#log?.read(user, upTo)) await this.#deliver(user);
    return this.#log?.reader(user).unread ?? 0;
  }

  /** Takes a message away; answers whether it was there. */
  async remove(seq: number, by: number): Promise<boolean> {
    const removed = this.#log?.remove(seq, by, Date.now()) ?? false;
    if (removed) await this.#deliver();
    return removed;
  }

  /** Messages newest first, as `user` has them; counted from the message of the number `upTo` where it is told. */
  page(user: number, upTo: number | null, limit: number, offset: number): MessagePage {
    const log = this.#log;
    if (!log) return { messages: [], total: 0, read: 0, seen: 0, unread: 0 };
    const { read, unread } = log.reader(user);
    const from = upTo ?? log.last;
    return {
      messages: log.page(from, limit, offset),
      total: log.total(from),
      read,
      seen: log.reader(otherOf(this.#people, user)).read,
      unread,
    };
  }

  /** Messages newest first, from one number down: for whoever takes all of them along. */
  messagesUpTo(number: number, limit: number): MessageRow[] {
    return this.#log?.page(number, limit, 0) ?? [];
  }

  /** One message, for those who report or judge it. */
  message(seq: number): { sender_id: number; body: string; created_at: number; deleted: boolean } | null {
    const row = this.#log?.message(seq);
    return row
      ? { sender_id: row.sender, body: row.body, created_at: row.at, deleted: row.deleted_at !== null }
      : null;
  }

  /** One message with some of what was said before and after it, for a report's copy. */
  around(seq: number, count: number): MessageRow[] {
    return this.#log?.around(seq, count) ?? [];
  }

  /** Tells the other that something is being typed, if its typist may write. */
  async typed(user: number, session: string): Promise<void> {
    const other = otherOf(this.#people, user);
    const isAllowed =
      this.#permits.has(`${user}:${session}`) || !(await askPermit(this.env, user, other, session));
    if (isAllowed) await hubOf(this.env, other).typed(user);
  }

  /** What is kept of who may write is asked anew. */
  forgetPermits(): void {
    this.#permits.drop();
  }

  /**
   * Hands on what is new, to whoever waits for it first, so that an answer comes when both lists have it. The alarm sees to
   * what fails, and to what a dying process leaves.
   */
  async #deliver(first?: number): Promise<void> {
    const { outbox } = this.#open();
    if (!this.#looksAfter) {
      this.#looksAfter = true;
      this.wake("deliver", Date.now() + LOOK_AFTER_MS);
    }
    if (!(await outbox.run(first))) this.wake("deliver", Date.now() + RETRY_MS);
  }

  protected override async onNamedAlarm(): Promise<void> {
    const { outbox } = this.#open();
    // What is written from now on is looked after anew.
    this.#looksAfter = false;
    const done = await outbox.run();
    outbox.settle();
    this.#failures = done ? 0 : this.#failures + 1;
    if (done) return;
    this.#looksAfter = true;
    this.wake("deliver", Date.now() + Math.min(LONGEST_WAIT_MS, RETRY_MS * 2 ** this.#failures));
  }
}
