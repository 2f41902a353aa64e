import type { ChatMessage } from "#domain/conversations/api.ts";
import { messageId, pairKey } from "#domain/conversations/ids.ts";
import type { StoredEvent } from "#domain/live/events.ts";
import { createdTimes } from "#domain/time.ts";
import type { Change, Delivery } from "./changes.ts";
import type { MessageRow } from "./conversation-log.ts";

/** Presents a stored message to one of its two users. Only the sender gets the `client_id`. */
export function presentMessage(pair: string, row: MessageRow, reader: number): ChatMessage {
  const deleted = row.deleted_at !== null;
  return {
    id: messageId(pair, row.seq),
    body: deleted ? "" : row.body,
    sender_id: row.sender,
    ...createdTimes(row.at),
    deleted,
    ...(row.client_id !== null && row.sender === reader && { client_id: row.client_id }),
  };
}

/** Append-only: a released statement is never changed. */
export const CONVERSATION_INDEX_SCHEMA = [
  `create table conversations (other integer primary key, have integer not null, unread integer not null,
    newest_at integer not null, message text)`,
  "create index conversations_newest on conversations (newest_at, other)",
  "create index conversations_unread on conversations (unread) where unread > 0",
] as const;

/** A conversation in a user's index. */
export interface IndexRow {
  other: number;
  /** The last known change. */
  have: number;
  unread: number;
  /** The newest message as the user sees it. */
  message: ChatMessage | null;
}

/** An event derived from a conversation's change, with the change's number. */
export interface IndexEvent {
  event: StoredEvent;
  other: number;
  have: number;
}

interface Counts {
  unread: number;
  unread_messages: number;
}

type StoredRow = Omit<IndexRow, "message"> & { message: string | null };

const READ = "select other, have, unread, message from conversations";

/** A user's conversations, in their hub. Saved in batches; replayed from the journal on waking (rule 13). */
export class ConversationIndex {
  readonly #db: SqlStorage;
  readonly #me: number;
  /** Rows that are newer than the table. */
  readonly #unsaved = new Map<number, IndexRow>();
  #unread: number | undefined;

  constructor(db: SqlStorage, me: number) {
    this.#db = db;
    this.#me = me;
  }

  #stored(query: string, ...values: SqlStorageValue[]): IndexRow[] {
    const rows = this.#db.exec(`${READ} ${query}`, ...values).toArray() as unknown as StoredRow[];
    return rows.map((row) => ({ ...row, message: row.message ? JSON.parse(row.message) : null }));
  }

  #row(other: number): IndexRow | undefined {
    return this.#unsaved.get(other) ?? this.#stored("where other = ?", other)[0];
  }

  /** The last change of a conversation that is known. */
  have(other: number): number {
    return this.#row(other)?.have ?? 0;
  }

  /** Applies a delivery's new changes and returns their events; nothing if earlier ones are missing. */
  apply({ other, after, changes, unread }: Delivery): { have: number; events: IndexEvent[] } {
    const have = this.have(other);
    if (after > have) return { have, events: [] };
    // The counts are current, and the same in all events.
    const counts = { unread, unread_messages: this.unreadWith(other, unread) };
    const events = changes
      .filter(({ seq }) => seq > have)
      .map((change) => ({ event: this.#eventOf(other, change, counts), other, have: change.seq }));
    for (const entry of events) this.applyEvent(entry);
    return { have: events.at(-1)?.have ?? have, events };
  }

  #eventOf(other: number, change: Change, counts: Counts): StoredEvent {
    const pair = pairKey(this.#me, other);
    if (change.kind === "message") {
      const message = presentMessage(pair, { ...change, deleted_at: null }, this.#me);
      return { event: "NewMessage", user_id: other, message, ...counts };
    }
    const id = messageId(pair, change.number);
    if (change.kind === "restored") {
      const message = presentMessage(pair, { ...change, seq: change.number, deleted_at: null }, this.#me);
      return { event: "MessageRestored", user_id: other, message, ...counts };
    }
    if (change.kind === "deleted") return { event: "MessageDeleted", user_id: other, id, ...counts };
    if (change.user === this.#me)
      return { event: "ConversationRead", user_id: other, read_id: id, ...counts };
    return { event: "ConversationSeen", user_id: other, seen_id: id };
  }

  /** Applies an event, also when replaying the journal. */
  applyEvent({ event, other, have }: IndexEvent): void {
    const before = this.#row(other) ?? { other, have: 0, unread: 0, message: null };
    const unread = "unread" in event ? event.unread : before.unread;
    if (this.#unread !== undefined) this.#unread += unread - before.unread;
    this.#unsaved.set(other, { other, have, unread, message: newestAfter(before.message, event) });
  }

  /** Whether some rows aren't saved yet. */
  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Saves all rows. */
  flush(): void {
    const upsert = `insert into conversations (other, have, unread, newest_at, message) values (?1, ?2, ?3, ?4, ?5)
      on conflict (other) do update set have = ?2, unread = ?3, newest_at = ?4, message = ?5`;
    for (const { other, have, unread, message } of this.#unsaved.values()) {
      const newest = message ? Date.parse(message.created_at) : 0;
      this.#db.exec(upsert, other, have, unread, newest, message && JSON.stringify(message));
    }
    this.#unsaved.clear();
  }

  /** Drops the unsaved rows. */
  discardUnsaved(): void {
    this.#unsaved.clear();
    this.#unread = undefined;
  }

  unread(): number {
    this.#unread ??= this.#sumUnread();
    return this.#unread;
  }

  #sumUnread(): number {
    const [row] = this.#db
      .exec<{ n: number | null }>("select sum(unread) as n from conversations where unread > 0")
      .toArray();
    let sum = row?.n ?? 0;
    for (const { other, unread } of this.#unsaved.values())
      sum += unread - (this.#stored("where other = ?", other)[0]?.unread ?? 0);
    return sum;
  }

  /** Returns the same number, given that `left` of them are in this conversation. */
  unreadWith(other: number, left: number): number {
    return this.unread() - (this.#row(other)?.unread ?? 0) + left;
  }

  has(other: number): boolean {
    return this.#row(other) !== undefined;
  }

  /** Returns a page of conversations, newest message first, and the totals. Reads saved rows only. */
  page(limit: number, offset: number): { rows: IndexRow[]; total: number; unread: number } {
    const [row] = this.#db.exec<{ n: number }>("select count(*) as n from conversations").toArray();
    return {
      rows: this.#stored("order by newest_at desc, other desc limit ? offset ?", limit, offset),
      total: row?.n ?? 0,
      unread: this.unread(),
    };
  }

  /** Returns the conversations with some users. Reads saved rows only. */
  withUsers(others: readonly number[]): IndexRow[] {
    return this.#stored(
      "where other in (select value from json_each(?)) order by newest_at desc",
      JSON.stringify(others),
    );
  }

  /** Returns the users of conversations with messages after `time`. Reads saved rows only. */
  partnersSince(time: number): number[] {
    return this.#stored("where newest_at > ?", time).map(({ other }) => other);
  }
}

function newestAfter(newest: ChatMessage | null, event: StoredEvent): ChatMessage | null {
  if (event.event === "NewMessage") return event.message;
  if (event.event === "MessageRestored") return newest?.id === event.message.id ? event.message : newest;
  if (event.event !== "MessageDeleted" || newest?.id !== event.id) return newest;
  return { ...newest, body: "", deleted: true };
}
