import { Server } from "partyserver";
import { otherUser } from "#domain/conversations/ids.ts";
import { type ExportCursor, exportState, importState, type StatePart } from "../backup/export-state.ts";
import { type TrackedAlarms, trackObject } from "../backup/track-object.ts";
import type { Delivery, Receipt } from "../conversations/changes.ts";
import { CONVERSATION_SCHEMA, ConversationLog, type MessageRow } from "../conversations/conversation-log.ts";
import { DeliveryQueue } from "../conversations/delivery-queue.ts";
import { MessagePolicy, Permits, permitKey, queryPermit } from "../conversations/permit.ts";
import { failureLogger, type LogFailure } from "../live/failure-logger.ts";
import { injectFault } from "../live/faults.ts";
import { ObjectSchema } from "../live/object-schema.ts";
import { hubStub } from "../live/stubs.ts";
import type {
  Acceptance,
  ConversationApi,
  Denial,
  MessagePage,
  Result,
  Submission,
} from "./conversation-api.ts";

/** Until deliveries are confirmed if the process dies. An alarm costs as much as a message. */
const RECOVERY_MS = 30_000;
const RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;

/** A conversation's log (rule 12): numbers, checks, stores and delivers. Nothing before the first message. */
export class Conversation extends Server<Env> implements ConversationApi {
  readonly #storage: DurableObjectStorage;
  readonly #schema: ObjectSchema;
  readonly #alarms: TrackedAlarms<"deliver">;
  readonly #logFailure: LogFailure;
  readonly #people: readonly [number, number];
  readonly #permits = new Permits();
  readonly #policy: MessagePolicy;
  #log: ConversationLog | null = null;
  #queue: DeliveryQueue | null = null;
  #isAlarmSet = false;
  #failures = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#logFailure = failureLogger("Conversation", ctx.id);
    this.#schema = new ObjectSchema(ctx.storage, { conversation: CONVERSATION_SCHEMA });
    ({ storage: this.#storage, alarms: this.#alarms } = trackObject(ctx, env, {
      kind: "conversation",
      handlers: { deliver: () => this.#retryDelivery() },
      logFailure: this.#logFailure,
    }));
    const [low = 0, high = 0] = String(ctx.id.name).split("_").map(Number);
    this.#people = [low, high];
    this.#policy = new MessagePolicy(env);
    this.#load();
  }

  #load(): void {
    if (this.#schema.has("conversation")) this.#open();
  }

  #open(): { log: ConversationLog; queue: DeliveryQueue } {
    if (this.#log && this.#queue) return { log: this.#log, queue: this.#queue };
    this.#schema.create("conversation");
    this.#log = new ConversationLog(this.#storage.sql, this.#people);
    this.#queue = new DeliveryQueue(this.#log, (user, delivery) => this.#sendTo(user, delivery));
    this.#isAlarmSet = this.#alarms.has("deliver");
    return { log: this.#log, queue: this.#queue };
  }

  async #sendTo(user: number, delivery: Delivery): Promise<Receipt> {
    injectFault(this.env, "deliveries");
    const receipt = await hubStub(this.env, user).deliver(delivery);
    this.#permits.clearBefore(receipt.permitsClearedAt);
    return receipt;
  }

  async send({ sender, session, body, clientId, receipt }: Submission): Promise<Result<Acceptance>> {
    const other = otherUser(this.#people, sender);
    if (receipt) this.#permits.clearBefore(receipt.permitsClearedAt);
    const denial =
      (await this.#admit(sender, session)) ?? (await this.#policy.problem(sender, body, this.#log === null));
    if (denial) return { ok: false, ...denial };
    const { log, queue } = this.#open();
    const { seq, at } = log.add(sender, body, clientId, Date.now());
    // A repeated message completes deliveries that a dying process left behind.
    await this.#deliver(...(receipt ? [other] : [other, sender]));
    return { ok: true, seq, at, delivery: receipt && queue.replyTo(sender, receipt) };
  }

  async markRead(user: number, upTo: number): Promise<number> {
    if (!this.#log) return 0;
    this.#log.markRead(user, upTo);
    await this.#deliver(user, otherUser(this.#people, user));
    return this.#log.reader(user).unread;
  }

  async remove(seq: number, by: number): Promise<boolean> {
    const removed = this.#log?.remove(seq, by, Date.now()) ?? false;
    if (removed) await this.#deliver(...this.#people);
    return removed;
  }

  async restore(seq: number, by: number): Promise<boolean> {
    const restored = this.#log?.restore(seq, by) ?? false;
    if (restored) await this.#deliver(...this.#people);
    return restored;
  }

  page(user: number, upTo: number | null, limit: number, offset: number): MessagePage {
    const log = this.#log;
    if (!log) return { messages: [], total: 0, read: 0, seen: 0, unread: 0 };
    const { read, unread } = log.reader(user);
    const from = upTo ?? log.last;
    return {
      messages: log.page(from, limit, offset),
      total: log.total(from),
      read,
      seen: log.reader(otherUser(this.#people, user)).read,
      unread,
    };
  }

  messagesUpTo(number: number, limit: number): MessageRow[] {
    return this.#log?.page(number, limit, 0) ?? [];
  }

  message(seq: number) {
    const row = this.#log?.message(seq);
    return row
      ? {
          sender_id: row.sender,
          body: row.body,
          created_at: row.at,
          deleted: row.deleted_at !== null,
          deleted_at: row.deleted_at,
        }
      : null;
  }

  around(seq: number, count: number): MessageRow[] {
    return this.#log?.around(seq, count) ?? [];
  }

  /** Returns why a user can't write, or null. */
  #admit(user: number, session: string): Promise<Denial | null> {
    const query = () =>
      queryPermit(this.env, user, otherUser(this.#people, user), session, (terms) =>
        this.#policy.learn(user, terms),
      );
    return this.#permits.admit(permitKey(user, session), query, (error) => this.#logFailure("permit", error));
  }

  async notifyTyping(user: number, session: string, permitsClearedAt: number): Promise<void> {
    this.#permits.clearBefore(permitsClearedAt);
    if (await this.#admit(user, session)) return;
    // Clearing the permits of someone who hasn't written lately doesn't reach this object.
    const grantedAt = this.#permits.grantedAt(permitKey(user, session));
    const clearedAt = await hubStub(this.env, otherUser(this.#people, user)).notifyTyping(user, grantedAt);
    this.#permits.clearBefore(clearedAt);
  }

  clearPermits(): void {
    this.#permits.clear();
  }

  /** Delivers before the response. The alarm retries failures and recovers from a crash. */
  async #deliver(...users: readonly number[]): Promise<void> {
    const { queue } = this.#open();
    if (queue.isDone) return;
    if (!this.#isAlarmSet) {
      this.#isAlarmSet = true;
      this.#alarms.schedule("deliver", Date.now() + RECOVERY_MS);
    }
    if (!(await queue.deliverTo(...users))) this.#alarms.schedule("deliver", Date.now() + RETRY_MS);
  }

  override onAlarm(): Promise<void> {
    return this.#alarms.run();
  }

  async #retryDelivery(): Promise<void> {
    const { queue } = this.#open();
    // Later changes schedule the alarm again.
    this.#isAlarmSet = false;
    const done = await queue.deliverTo(...this.#people);
    queue.saveDelivered();
    this.#failures = done ? 0 : this.#failures + 1;
    if (done) return;
    this.#isAlarmSet = true;
    this.#alarms.schedule("deliver", Date.now() + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** this.#failures));
  }

  exportState(cursor: ExportCursor | null): Promise<StatePart> {
    return exportState(this.#storage, { object: "conversation", name: String(this.ctx.id.name) }, cursor);
  }

  async importState(text: string): Promise<void> {
    if (!(await importState(this.ctx.storage, text))) return;
    this.#schema.load();
    this.#load();
  }
}
