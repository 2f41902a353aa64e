import { type ObjectSchema, row, rows } from "./object-schema.ts";

/** A page fetches data shortly before its socket opens: events in between are repeated (rule 4). */
const REPLAY_MS = 30_000;
/** Events stored for reconnecting pages (rule 3). */
const MAX_JOURNAL = 200;
const TRIM_INTERVAL = 50;

/** The journal's part of an object's schema. Its table is created with the first event. */
export const JOURNAL = "journal";
export const JOURNAL_SCHEMA = [
  `create table journal (seq integer primary key, body text not null, at integer not null,
    other integer, have integer)`,
];

/** A stored event. Events of a conversation carry the other user and the number of the change. */
export interface JournalRow {
  seq: number;
  body: string;
  other: number | null;
  have: number | null;
}

/** Lasting events of an object with sockets (PROTOCOL.md): numbered, for pages that reconnect. */
export class EventJournal {
  readonly #storage: DurableObjectStorage;
  readonly #schema: ObjectSchema;
  readonly #beforeTrim: () => void;
  /** Identifies this storage: if it's ever recreated, old cursors are invalid (rule 3). */
  #epoch: string | undefined;
  #last: number | undefined;

  /** `beforeTrim` runs before old events are deleted: it saves everything that can only be derived from them. */
  constructor(storage: DurableObjectStorage, schema: ObjectSchema, beforeTrim: () => void) {
    this.#storage = storage;
    this.#schema = schema;
    this.#beforeTrim = beforeTrim;
  }

  /** The sequence number of the newest event. */
  get last(): number {
    if (!this.#schema.has(JOURNAL)) return 0;
    this.#last ??=
      row<{ seq: number | null }>(this.#storage.sql, "select max(seq) as seq from journal")?.seq ?? 0;
    return this.#last;
  }

  /** Stores an event. Returns its sequence number. */
  add(body: string, from?: { other: number; have: number }): number {
    this.#schema.create(JOURNAL);
    const seq = this.last + 1;
    const insert = "insert into journal (seq, body, at, other, have) values (?, ?, ?, ?, ?)";
    this.#storage.sql.exec(insert, seq, body, Date.now(), from?.other ?? null, from?.have ?? null);
    this.#last = seq;
    if (seq % TRIM_INTERVAL === 0) {
      this.#beforeTrim();
      this.#storage.sql.exec("delete from journal where seq <= ?", seq - MAX_JOURNAL);
    }
    return seq;
  }

  /** Adds the cursor of a sequence number as an event's first field. */
  withCursor(body: string, seq: number): string {
    return `{"mark":"${this.#cursorAt(seq)}",${body.slice(1)}`;
  }

  #cursorAt(seq: number): string {
    const { kv } = this.#storage;
    this.#epoch ??= kv.get<string>("epoch");
    if (!this.#epoch) {
      this.#epoch = crypto.randomUUID().slice(0, 8);
      kv.put("epoch", this.#epoch);
    }
    return `${this.#epoch}.${seq}`;
  }

  /** Returns the stored events after a sequence number, and after a time (ms), in order. */
  after(seq: number, time = 0): JournalRow[] {
    if (this.last <= seq) return [];
    const query = "select seq, body, other, have from journal where seq > ? and at > ? order by seq";
    return rows(this.#storage.sql, query, seq, time);
  }

  /** Returns the events after a cursor, or null if that's no longer known. Without one, the newest events. */
  missedAfter(cursor: string | null): { seq: number; body: string }[] | null {
    const { last } = this;
    const oldest = Math.max(0, last - MAX_JOURNAL);
    if (cursor === null) return this.after(oldest, Date.now() - REPLAY_MS);
    const number = cursor.split(".")[1] ?? "";
    const seq = Number(number);
    if (!/^\d{1,15}$/.test(number) || this.#cursorAt(seq) !== cursor || seq > last) return null;
    return seq < oldest ? null : this.after(seq);
  }
}
