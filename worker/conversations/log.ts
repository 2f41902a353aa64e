import type { Change } from "./changes.ts";

/** Append-only: a statement that has been out is never changed. */
export const CONVERSATION_SCHEMA = [
  `create table messages (seq integer primary key, sender integer not null, body text not null, at integer not null,
    client_id text, deleted_at integer, deleted_by integer)`,
  "create unique index messages_client on messages (sender, client_id) where client_id is not null",
  "create table changes (seq integer primary key, kind text not null, user integer not null, number integer not null)",
  `create table people (user integer primary key, unread integer not null default 0, read integer not null default 0,
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

export interface PersonRow {
  user: number;
  /** Messages of the other that they have not read. */
  unread: number;
  /** Number of the newest message that they have read. */
  read: number;
  /** The last change that their hub has said it has, as far as it was written down. */
  delivered: number;
}

/** A conversation's record in its object's storage: every change has the next number of one sequence. */
export class ConversationLog {
  readonly #db: SqlStorage;
  #last: number;
  #total: number;

  constructor(db: SqlStorage, people: readonly [number, number]) {
    this.#db = db;
    const last =
      "select max(coalesce((select max(seq) from messages), 0), coalesce((select max(seq) from changes), 0)) as n";
    this.#last = this.#one<{ n: number }>(last)?.n ?? 0;
    this.#total = -1;
    // A conversation that nobody has written in keeps nothing.
    this.people = people;
  }

  readonly people: readonly [number, number];

  get last(): number {
    return this.#last;
  }

  #all<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#db.exec(query, ...values).toArray() as Row[];
  }

  #one<Row>(query: string, ...values: SqlStorageValue[]): Row | undefined {
    return this.#all<Row>(query, ...values)[0];
  }

  person(user: number): PersonRow {
    return (
      this.#one<PersonRow>("select * from people where user = ?", user) ?? {
        user,
        unread: 0,
        read: 0,
        delivered: 0,
      }
    );
  }

  /** The message that its sender's page called so. */
  findSent(sender: number, clientId: string): MessageRow | undefined {
    return this.#one("select * from messages where sender = ? and client_id = ?", sender, clientId);
  }

  message(seq: number): MessageRow | undefined {
    return this.#one("select * from messages where seq = ?", seq);
  }

  /** Stores a message; it counts as not read for the other. */
  add(sender: number, body: string, clientId: string | null, now: number): MessageRow {
    const seq = ++this.#last;
    if (this.#total >= 0) this.#total++;
    this.#db.exec(
      "insert into messages (seq, sender, body, at, client_id) values (?, ?, ?, ?, ?)",
      seq,
      sender,
      body,
      now,
      clientId,
    );
    const other = this.otherOf(sender);
    this.#db.exec(
      "insert into people (user, unread) values (?, 1) on conflict (user) do update set unread = unread + 1",
      other,
    );
    return { seq, sender, body, at: now, client_id: clientId, deleted_at: null };
  }

  otherOf(user: number): number {
    return this.people[0] === user ? this.people[1] : this.people[0];
  }

  #change(kind: "deleted" | "read", user: number, number: number): void {
    this.#db.exec(
      "insert into changes (seq, kind, user, number) values (?, ?, ?, ?)",
      ++this.#last,
      kind,
      user,
      number,
    );
  }

  /** Marks what `user` has been sent up to a number as read; answers whether anything has changed. */
  read(user: number, upTo: number): boolean {
    const before = this.person(user);
    const newest = this.#one<{ seq: number | null }>(
      "select max(seq) as seq from messages where seq <= ?",
      Math.min(upTo, this.#last),
    );
    const seq = newest?.seq ?? 0;
    if (seq <= before.read) return false;
    const left = this.#one<{ n: number }>(
      "select count(*) as n from messages where seq > ? and sender <> ? and deleted_at is null",
      seq,
      user,
    );
    this.#db.exec(
      "insert into people (user, unread, read) values (?1, ?2, ?3) on conflict (user) do update set unread = ?2, read = ?3",
      user,
      left?.n ?? 0,
      seq,
    );
    this.#change("read", user, seq);
    return true;
  }

  /** Takes a message away; what nobody has read counts no more. Answers whether anything has changed. */
  remove(seq: number, by: number, now: number): boolean {
    const message = this.message(seq);
    if (!message || message.deleted_at !== null) return false;
    this.#db.exec("update messages set deleted_at = ?, deleted_by = ? where seq = ?", now, by, seq);
    const other = this.otherOf(message.sender);
    if (this.person(other).read < seq)
      this.#db.exec("update people set unread = unread - 1 where user = ?", other);
    this.#change("deleted", by, seq);
    return true;
  }

  /** How many messages there are, up to one of them where it is told. */
  total(upTo?: number): number {
    if (this.#total < 0) this.#total = this.#one<{ n: number }>("select count(*) as n from messages")?.n ?? 0;
    if (upTo === undefined || upTo >= this.#last) return this.#total;
    const newer = this.#one<{ n: number }>("select count(*) as n from messages where seq > ?", upTo);
    return this.#total - (newer?.n ?? 0);
  }

  /** A page of messages, newest first. */
  page(upTo: number, limit: number, offset: number): MessageRow[] {
    return this.#all(
      "select * from messages where seq <= ? order by seq desc limit ? offset ?",
      upTo,
      limit,
      offset,
    );
  }

  /** Changes after `seq`, in order. */
  changesAfter(seq: number, limit: number): Change[] {
    const messages = this.#all<MessageRow>(
      "select * from messages where seq > ? order by seq limit ?",
      seq,
      limit,
    ).map(
      ({ seq, sender, body, at, client_id, deleted_at }): Change => ({
        kind: "message",
        seq,
        sender,
        // What has been taken away since is not handed round any more.
        body: deleted_at === null ? body : "",
        at,
        client_id,
      }),
    );
    const others = this.#all<{ seq: number; kind: "deleted" | "read"; user: number; number: number }>(
      "select * from changes where seq > ? order by seq limit ?",
      seq,
      limit,
    );
    return [...messages, ...others].sort((a, b) => a.seq - b.seq).slice(0, limit);
  }

  /** Writes down what the hubs have; changes that both have are let go. */
  settle(delivered: ReadonlyMap<number, number>): void {
    for (const [user, seq] of delivered)
      this.#db.exec(
        "insert into people (user, delivered) values (?1, ?2) on conflict (user) do update set delivered = ?2 where delivered <> ?2",
        user,
        seq,
      );
    const both = Math.min(...this.people.map((user) => delivered.get(user) ?? this.person(user).delivered));
    // The newest stays: the sequence goes on from it.
    this.#db.exec("delete from changes where seq <= ? and seq < ?", both, this.#last);
  }
}
