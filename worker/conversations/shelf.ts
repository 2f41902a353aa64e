import type { ChatMessage } from "#domain/conversations/api.ts";
import { messageId, pairName } from "#domain/conversations/ids.ts";
import type { LastingEvent } from "#domain/live/events.ts";
import type { Change, Delivery } from "./changes.ts";
import { presentMessage } from "./present.ts";

/** Append-only: a statement that has been out is never changed. */
export const SHELF_SCHEMA = [
  `create table conversations (other integer primary key, have integer not null, unread integer not null,
    newest_at integer not null, message text)`,
  "create index conversations_newest on conversations (newest_at, other)",
  "create index conversations_unread on conversations (unread) where unread > 0",
] as const;

/** A conversation as a user's index knows it. */
export interface ShelfRow {
  other: number;
  /** The last change of it that is known. */
  have: number;
  unread: number;
  /** The newest message, as the user sees it. */
  message: ChatMessage | null;
}

/** An event that a conversation's change has made, and the number of that change. */
export interface ShelfEvent {
  event: LastingEvent;
  other: number;
  have: number;
}

interface Counts {
  unread: number;
  unread_messages: number;
}

type StoredRow = Omit<ShelfRow, "message"> & { message: string | null };

const READ = "select other, have, unread, message from conversations";

/**
 * A user's index of conversations, in their hub's storage. The hub's journal is its log: what an event changes here follows
 * from the event, is kept in memory and written down many at a time, and is worked out again when the hub wakes (rule 13).
 */
export class Shelf {
  readonly #db: SqlStorage;
  readonly #me: number;
  /** Rows that are ahead of the table. */
  readonly #ahead = new Map<number, ShelfRow>();
  #unread: number | undefined;

  constructor(db: SqlStorage, me: number) {
    this.#db = db;
    this.#me = me;
  }

  #stored(query: string, ...values: SqlStorageValue[]): ShelfRow[] {
    const rows = this.#db.exec(`${READ} ${query}`, ...values).toArray() as unknown as StoredRow[];
    return rows.map((row) => ({ ...row, message: row.message ? JSON.parse(row.message) : null }));
  }

  #row(other: number): ShelfRow | undefined {
    return this.#ahead.get(other) ?? this.#stored("where other = ?", other)[0];
  }

  /** What a delivery tells that is not known yet, in order; nothing where something before it is missing. */
  take({ other, after, changes, unread }: Delivery): { have: number; news: ShelfEvent[] } {
    const have = this.#row(other)?.have ?? 0;
    if (after > have) return { have, news: [] };
    // Counts are of now, and the same in all events.
    const counts = { unread, unread_messages: this.unreadWith(other, unread) };
    const news = changes
      .filter(({ seq }) => seq > have)
      .map((change) => ({ event: this.#eventOf(other, change, counts), other, have: change.seq }));
    for (const entry of news) this.put(entry);
    return { have: news.at(-1)?.have ?? have, news };
  }

  #eventOf(other: number, change: Change, counts: Counts): LastingEvent {
    const pair = pairName(this.#me, other);
    if (change.kind === "message") {
      const message = presentMessage(pair, { ...change, deleted_at: null }, this.#me);
      return { event: "NewMessage", user_id: other, message, ...counts };
    }
    const id = messageId(pair, change.number);
    if (change.kind === "deleted") return { event: "MessageDeleted", user_id: other, id, ...counts };
    if (change.user === this.#me)
      return { event: "ConversationRead", user_id: other, read_id: id, ...counts };
    return { event: "ConversationSeen", user_id: other, seen_id: id };
  }

  /** Takes in an event, also one that the journal has kept. */
  put({ event, other, have }: ShelfEvent): void {
    const before = this.#row(other) ?? { other, have: 0, unread: 0, message: null };
    const unread = "unread" in event ? event.unread : before.unread;
    if (this.#unread !== undefined) this.#unread += unread - before.unread;
    this.#ahead.set(other, { other, have, unread, message: newestAfter(before.message, event) });
  }

  /** Whether there is anything that the table does not have. */
  get isAhead(): boolean {
    return this.#ahead.size > 0;
  }

  /** Writes everything down. */
  writeDown(): void {
    for (const { other, have, unread, message } of this.#ahead.values())
      this.#db.exec(
        `insert into conversations (other, have, unread, newest_at, message) values (?1, ?2, ?3, ?4, ?5)
          on conflict (other) do update set have = ?2, unread = ?3, newest_at = ?4, message = ?5`,
        other,
        have,
        unread,
        message ? Date.parse(message.created_at) : 0,
        message && JSON.stringify(message),
      );
    this.#ahead.clear();
  }

  /** Lets go of what is not written down. */
  forget(): void {
    this.#ahead.clear();
    this.#unread = undefined;
  }

  /** Messages not read, in all conversations. */
  unread(): number {
    this.#unread ??= this.#sumUnread();
    return this.#unread;
  }

  #sumUnread(): number {
    const [row] = this.#db
      .exec<{ n: number | null }>("select sum(unread) as n from conversations where unread > 0")
      .toArray();
    let sum = row?.n ?? 0;
    for (const { other, unread } of this.#ahead.values())
      sum += unread - (this.#stored("where other = ?", other)[0]?.unread ?? 0);
    return sum;
  }

  /** The same, when so many are left of one conversation. */
  unreadWith(other: number, left: number): number {
    return this.unread() - (this.#row(other)?.unread ?? 0) + left;
  }

  has(other: number): boolean {
    return this.#row(other) !== undefined;
  }

  /** A page of conversations, the one with the newest message first, and how many there are; of what is written down. */
  page(limit: number, offset: number): { rows: ShelfRow[]; total: number; unread: number } {
    const [row] = this.#db.exec<{ n: number }>("select count(*) as n from conversations").toArray();
    return {
      rows: this.#stored("order by newest_at desc, other desc limit ? offset ?", limit, offset),
      total: row?.n ?? 0,
      unread: this.unread(),
    };
  }

  /** The conversations with some people; of what is written down. */
  some(others: readonly number[]): ShelfRow[] {
    return this.#stored(
      "where other in (select value from json_each(?)) order by newest_at desc",
      JSON.stringify(others),
    );
  }

  /** With whom something was said since then; of what is written down. */
  since(time: number): number[] {
    return this.#stored("where newest_at > ?", time).map(({ other }) => other);
  }
}

/** The newest message after an event. */
function newestAfter(newest: ChatMessage | null, event: LastingEvent): ChatMessage | null {
  if (event.event === "NewMessage") return event.message;
  if (event.event !== "MessageDeleted" || newest?.id !== event.id) return newest;
  return { ...newest, body: "", deleted: true };
}
