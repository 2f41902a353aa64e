import { otherUser } from "#domain/conversations/ids.ts";
import type { Change } from "./changes.ts";

/** Append-only: a released statement is never changed. */
export const CONVERSATION_SCHEMA = [
  `create table messages (seq integer primary key, sender integer not null, body text not null, at integer not null,
    client_id text, deleted_at integer, deleted_by integer)`,
  "create unique index messages_client on messages (sender, client_id) where client_id is not null",
  "create table changes (seq integer primary key, kind text not null, user integer not null, number integer not null)",
  `create table people (user integer primary key, read integer not null default 0,
    delivered integer not null default 0)`,
] as const;

export interface MessageRow {
  seq: number;
  sender: number;
  body: string;
  at: number;
  client_id: string | null;
  deleted_at: number | null;
}

/** A row of `changes`. */
interface StoredChange {
  seq: number;
  kind: "deleted" | "restored" | "read";
  user: number;
  number: number;
}

export interface Reader {
  /** Messages from the other user that this one hasn't read. */
  unread: number;
  /** Number of the newest message they've read. */
  read: number;
  /** The last change that their hub has confirmed, as of the last save. */
  delivered: number;
}

/** The newest changes stay in memory: most deliveries are of the change just made. */
const RECENT_CHANGES = 50;

/** A conversation's log; all changes share one number sequence. Counts are derived on waking. */
export class ConversationLog {
  readonly #db: SqlStorage;
  readonly #people: readonly [number, number];
  readonly #readers: ReadonlyMap<number, Reader>;
  /** The newest changes, in order and without gaps. */
  #recent: Change[] = [];
  #last: number;
  #total: number | undefined;

  constructor(db: SqlStorage, people: readonly [number, number]) {
    this.#db = db;
    this.#people = people;
    const last =
      "select max(coalesce((select max(seq) from messages), 0), coalesce((select max(seq) from changes), 0)) as n";
    this.#last = this.#one<{ n: number }>(last)?.n ?? 0;
    this.#readers = new Map(people.map((user) => [user, this.#loadReader(user)]));
  }

  #loadReader(user: number): Reader {
    const row = this.#one<Omit<Reader, "unread">>("select read, delivered from people where user = ?", user);
    const { read, delivered } = row ?? { read: 0, delivered: 0 };
    return { read, delivered, unread: this.#countUnread(user, read) };
  }

  #countUnread(user: number, read: number): number {
    const query = "select count(*) as n from messages where seq > ? and sender <> ? and deleted_at is null";
    return this.#one<{ n: number }>(query, read, user)?.n ?? 0;
  }

  #all<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#db.exec(query, ...values).toArray() as Row[];
  }

  #one<Row>(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.#all<Row>(query, ...values)[0];
  }

  /** The number of the newest change. */
  get last(): number {
    return this.#last;
  }

  get people(): readonly [number, number] {
    return this.#people;
  }

  reader(user: number): Reader {
    const reader = this.#readers.get(user);
    if (!reader) throw new Error(`${user} isn't in this conversation`);
    return reader;
  }

  message(seq: number): MessageRow | undefined {
    return this.#one("select * from messages where seq = ?", seq);
  }

  /** Stores an unread message, or returns the one that the sender sent with this `client_id`. */
  add(sender: number, body: string, client_id: string | null, at: number): { seq: number; at: number } {
    const seq = this.#last + 1;
    const insert = `insert into messages (seq, sender, body, at, client_id) values (?, ?, ?, ?, ?)
      on conflict (sender, client_id) where client_id is not null do nothing`;
    const { rowsWritten } = this.#db.exec(insert, seq, sender, body, at, client_id);
    if (rowsWritten === 0) {
      const query = "select seq, at from messages where sender = ? and client_id = ?";
      const before = this.#one<{ seq: number; at: number }>(query, sender, client_id);
      if (!before) throw new Error("a message was neither stored nor found");
      return before;
    }
    this.#append({ kind: "message", seq, sender, body, at, client_id });
    if (this.#total !== undefined) this.#total++;
    this.reader(otherUser(this.#people, sender)).unread++;
    return { seq, at };
  }

  #append(change: Change): void {
    this.#last = change.seq;
    this.#recent.push(change);
    if (this.#recent.length > 2 * RECENT_CHANGES) this.#recent = this.#recent.slice(-RECENT_CHANGES);
  }

  #change(kind: "deleted" | "restored" | "read", user: number, number: number): void {
    const seq = this.#last + 1;
    const insert = "insert into changes (seq, kind, user, number) values (?, ?, ?, ?)";
    this.#db.exec(insert, seq, kind, user, number);
    this.#append(this.#toChange({ kind, seq, user, number }));
  }

  /** A stored change with what its event shows. The text of a message that was deleted again isn't delivered. */
  #toChange({ kind, seq, user, number }: StoredChange): Change {
    if (kind === "read") return { kind, seq, user, number };
    if (kind === "deleted") return { kind, seq, number };
    const message = this.message(number);
    if (!message) throw new Error("a restored message was not found");
    const { sender, body, at, client_id, deleted_at } = message;
    return { kind, seq, number, sender, body: deleted_at === null ? body : "", at, client_id };
  }

  /** Marks a user's messages as read up to a number. */
  markRead(user: number, upTo: number): void {
    const reader = this.reader(user);
    const query = "select max(seq) as seq from messages where seq <= ?";
    const seq = this.#one<{ seq: number | null }>(query, Math.min(upTo, this.#last))?.seq ?? 0;
    if (seq <= reader.read) return;
    this.#db.exec(
      "insert into people (user, read) values (?1, ?2) on conflict (user) do update set read = ?2",
      user,
      seq,
    );
    reader.read = seq;
    reader.unread = this.#countUnread(user, seq);
    this.#change("read", user, seq);
  }

  /** Deletes a message; if unread, it no longer counts. Returns whether anything changed. */
  remove(seq: number, by: number, now: number): boolean {
    const message = this.message(seq);
    if (!message || message.deleted_at !== null) return false;
    this.#db.exec("update messages set deleted_at = ?, deleted_by = ? where seq = ?", now, by, seq);
    const reader = this.reader(otherUser(this.#people, message.sender));
    if (reader.read < seq) reader.unread--;
    // Deleted text must not be delivered any more.
    this.#setRecentBody(seq, "");
    this.#change("deleted", by, seq);
    return true;
  }

  /** Brings a deleted message back in its place; if it wasn't read, it counts again. Returns whether anything changed. */
  restore(seq: number, by: number): boolean {
    const message = this.message(seq);
    if (!message || message.deleted_at === null) return false;
    this.#db.exec("update messages set deleted_at = null, deleted_by = null where seq = ?", seq);
    const reader = this.reader(otherUser(this.#people, message.sender));
    if (reader.read < seq) reader.unread++;
    this.#setRecentBody(seq, message.body);
    this.#change("restored", by, seq);
    return true;
  }

  /** Sets the text that recent changes deliver for a message. */
  #setRecentBody(seq: number, body: string): void {
    this.#recent = this.#recent.map((change) =>
      (change.kind === "message" && change.seq === seq) ||
      (change.kind === "restored" && change.number === seq)
        ? { ...change, body }
        : change,
    );
  }

  /** Returns the number of messages up to `upTo`. */
  total(upTo: number): number {
    this.#total ??= this.#one<{ n: number }>("select count(*) as n from messages")?.n ?? 0;
    if (upTo >= this.#last) return this.#total;
    const newer = this.#one<{ n: number }>("select count(*) as n from messages where seq > ?", upTo);
    return this.#total - (newer?.n ?? 0);
  }

  /** Returns a page of messages, newest first. */
  page(upTo: number, limit: number, offset: number): MessageRow[] {
    const query = "select * from messages where seq <= ? order by seq desc limit ? offset ?";
    return this.#all(query, upTo, limit, offset);
  }

  /** Returns a message with up to `count` before and after it, in order; empty if it doesn't exist. */
  around(seq: number, count: number): MessageRow[] {
    const until = this.page(seq, count + 1, 0);
    if (until[0]?.seq !== seq) return [];
    const after = "select * from messages where seq > ? order by seq limit ?";
    return [...until.reverse(), ...this.#all<MessageRow>(after, seq, count)];
  }

  /** Returns up to `limit` changes after `seq`, in order. */
  changesAfter(seq: number, limit: number): Change[] {
    const first = this.#recent[0];
    if (first && first.seq <= seq + 1)
      return this.#recent.filter((change) => change.seq > seq).slice(0, limit);
    const after = "where seq > ? order by seq limit ?";
    const messages = this.#all<MessageRow>(`select * from messages ${after}`, seq, limit);
    const others = this.#all<StoredChange>(`select * from changes ${after}`, seq, limit);
    return [
      ...messages.map(
        ({ seq: number, sender, body, at, client_id, deleted_at }): Change => ({
          kind: "message",
          seq: number,
          sender,
          body: deleted_at === null ? body : "",
          at,
          client_id,
        }),
      ),
      ...others.map((change) => this.#toChange(change)),
    ]
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit);
  }

  /** Saves the hubs' progress and deletes changes that both have received. */
  saveDelivered(delivered: ReadonlyMap<number, number>): void {
    for (const [user, seq] of delivered) {
      const reader = this.reader(user);
      if (reader.delivered === seq) continue;
      reader.delivered = seq;
      this.#db.exec(
        "insert into people (user, delivered) values (?1, ?2) on conflict (user) do update set delivered = ?2",
        user,
        seq,
      );
    }
    const both = Math.min(...this.#people.map((user) => this.reader(user).delivered));
    // The newest change stays: the sequence continues from it.
    this.#db.exec("delete from changes where seq <= ? and seq < ?", both, this.#last);
  }
}
