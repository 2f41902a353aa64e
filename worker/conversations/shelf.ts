import { messageId, pairName } from "#domain/conversations/ids.ts";
import type { LastingEvent } from "#domain/live/events.ts";
import type { Change, Delivery } from "./changes.ts";
import { presentMessage } from "./present.ts";

/** Append-only: a statement that has been out is never changed. */
export const SHELF_SCHEMA = [
  `create table conversations (other integer primary key, have integer not null default 0, unread integer not null default 0,
    newest integer not null default 0, newest_at integer not null default 0, message text)`,
  "create index conversations_newest on conversations (newest_at, other)",
  "create index conversations_unread on conversations (unread) where unread > 0",
] as const;

/** The newest message as a user's index keeps it. */
export interface NewestMessage {
  seq: number;
  sender: number;
  body: string;
  at: number;
  deleted_at: number | null;
  client_id: string | null;
}

export interface ShelfRow {
  other: number;
  unread: number;
  message: NewestMessage | null;
}

/**
 * A user's index of conversations, in their hub's storage. Each row is what the conversation has said last; a delivery
 * that comes twice, or after one that it needs, changes nothing (rule 13).
 */
export class Shelf {
  readonly #db: SqlStorage;
  readonly #me: number;

  constructor(db: SqlStorage, me: number) {
    this.#db = db;
    this.#me = me;
  }

  #all<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#db.exec(query, ...values).toArray() as Row[];
  }

  /** Takes a delivery in; answers what there is to say of it, and the last change that is known now. */
  apply({ other, after, changes, unread }: Delivery): { have: number; events: LastingEvent[] } {
    const [before] = this.#all<{ have: number; newest: number; message: string | null }>(
      "select have, newest, message from conversations where other = ?",
      other,
    );
    const have = before?.have ?? 0;
    const fresh = changes.filter(({ seq }) => seq > have);
    const last = fresh.at(-1);
    if (after > have || !last) return { have, events: [] };
    let newest = before?.message ? (JSON.parse(before.message) as NewestMessage) : null;
    for (const change of fresh) newest = nextNewest(newest, change);
    this.#db.exec(
      `insert into conversations (other, have, unread, newest, newest_at, message) values (?1, ?2, ?3, ?4, ?5, ?6)
        on conflict (other) do update set have = ?2, unread = ?3, newest = ?4, newest_at = ?5, message = ?6`,
      other,
      last.seq,
      unread,
      newest?.seq ?? 0,
      newest?.at ?? 0,
      newest && JSON.stringify(newest),
    );
    const unread_messages = this.unread();
    return {
      have: last.seq,
      events: fresh.map((change) => this.#tell(other, change, { unread, unread_messages })),
    };
  }

  #tell(other: number, change: Change, counts: { unread: number; unread_messages: number }): LastingEvent {
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

  /** Messages not read, in all conversations. */
  unread(): number {
    return (
      this.#all<{ n: number | null }>("select sum(unread) as n from conversations where unread > 0")[0]?.n ??
      0
    );
  }

  /** The same without those of one conversation. */
  unreadBut(other: number): number {
    const query = "select sum(unread) as n from conversations where unread > 0 and other <> ?";
    return this.#all<{ n: number | null }>(query, other)[0]?.n ?? 0;
  }

  /** A page of conversations, the one with the newest message first, and how many there are. */
  page(limit: number, offset: number): { rows: ShelfRow[]; total: number; unread: number } {
    const rows = this.#all<{ other: number; unread: number; message: string | null }>(
      "select other, unread, message from conversations order by newest_at desc, other desc limit ? offset ?",
      limit,
      offset,
    );
    return {
      rows: rows.map((row) => ({ ...row, message: row.message ? JSON.parse(row.message) : null })),
      total: this.#all<{ n: number }>("select count(*) as n from conversations")[0]?.n ?? 0,
      unread: this.unread(),
    };
  }

  /** What is kept of the conversations with some people. */
  some(others: readonly number[]): ShelfRow[] {
    return this.#all<{ other: number; unread: number; message: string | null }>(
      "select other, unread, message from conversations where other in (select value from json_each(?)) order by newest_at desc",
      JSON.stringify(others),
    ).map((row) => ({ ...row, message: row.message ? JSON.parse(row.message) : null }));
  }

  has(other: number): boolean {
    return this.#all("select 1 from conversations where other = ?", other).length > 0;
  }

  /** With whom something was said since then. */
  since(time: number): number[] {
    return this.#all<{ other: number }>("select other from conversations where newest_at > ?", time).map(
      ({ other }) => other,
    );
  }
}

function nextNewest(newest: NewestMessage | null, change: Change): NewestMessage | null {
  if (change.kind === "message") {
    const { seq, sender, body, at, client_id } = change;
    return { seq, sender, body, at, client_id, deleted_at: null };
  }
  if (change.kind === "deleted" && newest?.seq === change.number)
    return { ...newest, body: "", deleted_at: 1 };
  return newest;
}
