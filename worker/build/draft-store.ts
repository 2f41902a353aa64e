import type { AuthoredChange, StoredAuthors } from "#domain/build/authors.ts";
import type { Edit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { SkippedChanges } from "#domain/build/messages.ts";
import type { Part } from "#domain/build/part.ts";
import { Draft, type DraftStep } from "./draft.ts";

/** A page's operation. Restoring a version can be several numbered operations under one `n`. */
export interface StoredOp {
  client: number;
  n: number;
  user: number;
  steps: readonly DraftStep[];
  /** The page can't know what its operation did. */
  showsEdit: boolean;
  skipped: readonly SkippedChanges[];
}

/** A numbered operation as it's sent to pages. */
export interface LoggedStep {
  seq: number;
  client: number;
  n: number;
  edit: Edit;
  showsEdit: boolean;
  skipped: readonly SkippedChanges[];
}

interface OpRow {
  seq: number;
  client: number;
  n: number;
  edit: string;
  changes: string;
  shown: 0 | 1;
  skipped: string | null;
  reverted: 0 | 1;
}

/** Numbers that the object remembers. */
type MetaNumber = "baseSeq" | "revision" | "clients" | "savedSeq";
/** Names of files that are being written, so a retry writes the same ones. */
type MetaText = "saving" | "publishing";

/** Old operations are deleted after each of this many. */
const TRIM_INTERVAL = 100;
const TRIM_BYTES = 1024 * 1024;

/** The stored draft of a level, with its operations. Every method is synchronous; the caller puts them into transactions. */
export class DraftStore {
  readonly #sql: SqlStorage;
  /** Stored since old operations were deleted last. */
  #untrimmedBytes = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  #rows<Row>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec(query, ...values).toArray() as Row[];
  }

  getNumber(key: MetaNumber): number | null {
    return this.#rows<{ value: number }>("select value from meta where key = ?", key)[0]?.value ?? null;
  }

  getText(key: MetaText): string | null {
    return this.#rows<{ value: string }>("select value from meta where key = ?", key)[0]?.value ?? null;
  }

  set(key: MetaNumber | MetaText, value: number | string | null): void {
    this.#sql.exec("insert or replace into meta (key, value) values (?, ?)", key, value);
  }

  /** Whether a document was stored. */
  get hasDraft(): boolean {
    return this.getNumber("revision") !== null;
  }

  /** Stores a document in place of the one before. `seq` is its number among all operations. */
  replaceParts(parts: readonly (readonly [PartId, Part])[], seq: number, revision: number): void {
    this.#sql.exec("delete from parts");
    this.#sql.exec("delete from deletions");
    for (const [id, part] of parts) this.#putPart(id, part, null);
    this.set("baseSeq", seq);
    this.set("revision", revision);
  }

  load(): Draft {
    const rows = this.#rows<{ id: string; body: string; authors: string | null }>(
      "select id, body, authors from parts",
    );
    const parts = rows.map(
      ({ id, body, authors }) =>
        [
          id,
          JSON.parse(body) as Part,
          authors === null ? null : (JSON.parse(authors) as StoredAuthors),
        ] as const,
    );
    const deletions = this.#rows<{ id: string; seq: number }>(
      "select id, seq from deletions where id not in (select id from parts)",
    );
    return new Draft(
      parts,
      this.#newestSeq(),
      deletions.map(({ id, seq }) => [id, seq] as const),
    );
  }

  #newestSeq(): number {
    const newest = this.#rows<{ seq: number | null }>("select max(seq) as seq from ops")[0]?.seq ?? 0;
    return Math.max(newest, this.getNumber("baseSeq") ?? 0);
  }

  #putPart(id: PartId, part: Part, authors: StoredAuthors | null): void {
    const insert = "insert or replace into parts (id, body, authors) values (?, ?, ?)";
    this.#sql.exec(insert, id, JSON.stringify(part), authors && JSON.stringify(authors));
  }

  /** Stores an operation and the parts that it changed. */
  storeOp({ client, n, user, steps, showsEdit, skipped }: StoredOp, draft: Draft): void {
    for (const { seq, edit, changes } of steps) {
      const [editText, changesText] = [JSON.stringify(edit), JSON.stringify(changes)];
      this.#sql.exec(
        "insert into ops (seq, client, n, user, edit, changes, shown, skipped) values (?, ?, ?, ?, ?, ?, ?, ?)",
        ...[seq, client, n, user, editText, changesText, Number(showsEdit)],
        skipped.length > 0 ? JSON.stringify(skipped) : null,
      );
      for (const id of new Set(changes.map(({ change }) => change.id))) this.#storePart(id, draft);
      const bytes = editText.length + changesText.length;
      this.#sql.exec("insert into op_sizes (seq, bytes) values (?, ?)", seq, bytes);
      this.#untrimmedBytes += bytes;
      if (seq % TRIM_INTERVAL === 0 || this.#untrimmedBytes >= TRIM_BYTES) this.#trim(seq);
    }
    this.setHandled(client, n);
  }

  /** Deletes old operations, and who deleted what in them: they can't be undone anymore. The newest stays, however large. */
  #trim(newest: number): void {
    this.#untrimmedBytes = 0;
    const [tooMuch] = this.#rows<{ seq: number }>(
      `select seq from (select seq, sum(bytes) over (order by seq desc) as total from op_sizes)
        where total > ? and seq < ? order by seq desc limit 1`,
      BUILD_LIMITS.storedOpBytes,
      newest,
    );
    const last = Math.max(newest - BUILD_LIMITS.storedOps, tooMuch?.seq ?? 0);
    for (const table of ["ops", "op_sizes", "deletions"])
      this.#sql.exec(`delete from ${table} where seq <= ?`, last);
  }

  #storePart(id: PartId, draft: Draft): void {
    const part = draft.document.get(id);
    // A part that exists keeps the row of an earlier deletion: most operations restore nothing.
    if (part) {
      this.#putPart(id, part, draft.authorsOf(id));
      return;
    }
    this.#sql.exec("delete from parts where id = ?", id);
    const deletion = draft.deletionOf(id);
    if (deletion === null) this.#sql.exec("delete from deletions where id = ?", id);
    else this.#sql.exec("insert or replace into deletions (id, seq) values (?, ?)", id, deletion);
  }

  /** The numbered operations of a page's operation, and whether it was taken back. */
  findOp(client: number, n: number): { steps: DraftStep[]; isReverted: boolean } {
    const rows = this.#rows<OpRow>("select * from ops where client = ? and n = ? order by seq", client, n);
    return {
      steps: rows.map(({ seq, edit, changes }) => ({
        seq,
        edit: JSON.parse(edit) as Edit,
        changes: JSON.parse(changes) as AuthoredChange[],
      })),
      isReverted: rows.some(({ reverted }) => reverted === 1),
    };
  }

  setReverted(client: number, n: number): void {
    this.#sql.exec("update ops set reverted = 1 where client = ? and n = ?", client, n);
  }

  /** The numbered operations of a page's operation, as they're sent. */
  loggedOp(client: number, n: number): LoggedStep[] {
    return this.#logged("client = ? and n = ?", client, n);
  }

  /** The stored numbered operations after a number. */
  loggedAfter(seq: number): LoggedStep[] {
    return this.#logged("seq > ?", seq);
  }

  /** The stored numbered operations of a page after a number. */
  loggedBy(client: number, after: number): LoggedStep[] {
    return this.#logged("client = ? and seq > ?", client, after);
  }

  #logged(condition: string, ...values: number[]): LoggedStep[] {
    const rows = this.#rows<Omit<OpRow, "changes">>(
      `select seq, client, n, edit, shown, skipped from ops where ${condition} order by seq`,
      ...values,
    );
    return rows.map(({ seq, client, n, edit, shown, skipped }) => ({
      seq,
      client,
      n,
      edit: JSON.parse(edit) as Edit,
      showsEdit: shown === 1,
      skipped: skipped === null ? [] : (JSON.parse(skipped) as SkippedChanges[]),
    }));
  }

  /** Whether all operations after a number are stored, and how long they are together. */
  missedAfter(seq: number): { isComplete: boolean; length: number } {
    const [row] = this.#rows<{ first: number | null; length: number | null }>(
      "select min(seq) as first, sum(length(edit)) as length from ops where seq > ?",
      seq,
    );
    const isComplete = seq >= (this.getNumber("baseSeq") ?? 0) && (row?.first ?? seq + 1) === seq + 1;
    return { isComplete, length: row?.length ?? 0 };
  }

  // Pages and people.

  /** Gives a page its number. No other page gets it again. */
  addClient(user: number, now: number): number {
    const client = this.nextClient();
    this.#sql.exec("insert into clients (client, user, created_at) values (?, ?, ?)", client, user, now);
    return client;
  }

  /** A number for the parts that a page or a document makes. */
  nextClient(): number {
    const client = (this.getNumber("clients") ?? 0) + 1;
    this.set("clients", client);
    return client;
  }

  client(client: number): { user: number; n: number } | undefined {
    return this.#rows<{ user: number; n: number }>("select user, n from clients where client = ?", client)[0];
  }

  /** Records that a page's operation was handled. */
  setHandled(client: number, n: number): void {
    this.#sql.exec("update clients set n = ? where client = ?", n, client);
  }

  setUsername(user: number, username: string): void {
    const upsert = `insert into people (user, username) values (?, ?)
      on conflict (user) do update set username = excluded.username where username <> excluded.username`;
    this.#sql.exec(upsert, user, username);
  }

  /** The usernames of those who made numbered operations, by number. Unknown ones are left out. */
  usernamesOf(seqs: readonly number[]): Map<number, string> {
    const rows = this.#rows<{ seq: number; username: string }>(
      `select o.seq, p.username from json_each(?) j join ops o on o.seq = j.value join people p on p.user = o.user`,
      JSON.stringify(seqs),
    );
    return new Map(rows.map(({ seq, username }) => [seq, username]));
  }

  /** The usernames of those who deleted parts last, by id. */
  deletersOf(ids: ReadonlySet<PartId>): Map<PartId, string> {
    const rows = this.#rows<{ id: string; username: string }>(
      `select j.value as id, p.username from ops o join json_each(o.edit, '$.del') j join people p on p.user = o.user
        where o.edit like '%"del":%' order by o.seq`,
    );
    return new Map(rows.filter(({ id }) => ids.has(id)).map(({ id, username }) => [id, username]));
  }

  /** The users who made operations after a number. */
  authorsAfter(seq: number): number[] {
    return this.#rows<{ user: number }>("select distinct user from ops where seq > ?", seq).map(
      ({ user }) => user,
    );
  }
}
