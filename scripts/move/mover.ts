import type { Move } from "#db/moves.ts";
import { sqlLiteral } from "../deploy/sql-literal.ts";
import type { MoveDatabase } from "./move-database.ts";
import {
  deleteStatements,
  describeTables,
  hashOf,
  keyOf,
  type MovedTable,
  type Row,
  rowsAfter,
  rowsWithKeys,
  sumsOf,
  upsertStatements,
} from "./moved-table.ts";

/**
 * The state of a move: `copying` rows, with later changes logged; `moved`: the target has everything and the source's tables are
 * closed; `cleared`: the source's rows are deleted.
 */
export type MovePhase = "copying" | "moved" | "cleared";

interface State {
  phase: MovePhase;
  /** The table that is being copied; all tables are copied if there's none with this number. */
  at_table: number;
  /** The key of the last copied row. */
  after_key: string | null;
  /** The last logged change that was repeated. */
  at_change: number;
}

export interface MoveOptions {
  source: MoveDatabase;
  target: MoveDatabase;
  /** Rows per page. */
  pageRows?: number;
  /**
   * How the end is verified: `rows` reads and hashes all rows of both databases; `sums` adds them up inside the databases, for
   * those that are far away. Each page is hashed when it's copied in any case.
   */
  verify?: "rows" | "sums";
  /** Called between steps. Throws if this process may no longer change the databases. */
  onStep?: (text: string) => Promise<void> | void;
}

const PAGE_ROWS = 2_000;
const CHANGES_AT_ONCE = 1_000;
const DELETED_AT_ONCE = 5_000;

// Names that begin with `move_` aren't part of the schema (db/schema-outline.ts).
const STATE_TABLE = `create table if not exists move_state (name text primary key, phase text not null,
  at_table integer not null default 0, after_key text, at_change integer not null default 0, moved_at integer) without rowid`;
const CHANGES_TABLE =
  "create table if not exists move_changes (id integer primary key autoincrement, moved_table text not null, key text not null)";
const TRIGGERS_TABLE =
  "create table if not exists move_triggers (name text primary key, sql text not null) without rowid";

/** A difference between the databases that must not be there. */
export class MoveMismatch extends Error {
  override name = "MoveMismatch";
}

/** Moves the tables of one `Move`. Every step can be repeated, so an interrupted move goes on with the next run. */
export class Mover {
  readonly #move: Move;
  readonly #source: MoveDatabase;
  readonly #target: MoveDatabase;
  readonly #pageRows: number;
  readonly #verify: "rows" | "sums";
  readonly #onStep: NonNullable<MoveOptions["onStep"]>;
  #tables: MovedTable[] = [];

  constructor(
    move: Move,
    { source, target, pageRows = PAGE_ROWS, verify = "rows", onStep = () => {} }: MoveOptions,
  ) {
    this.#move = move;
    this.#source = source;
    this.#target = target;
    this.#pageRows = pageRows;
    this.#verify = verify;
    this.#onStep = onStep;
  }

  /** Returns what has been done; null before the move. */
  async phase(): Promise<MovePhase | null> {
    return (await this.#readState())?.phase ?? null;
  }

  /** Whether there is something to move, or the move isn't finished. A site without rows needs none. */
  async isNeeded(): Promise<boolean> {
    const phase = await this.phase();
    if (phase !== null) return phase !== "cleared";
    const some = this.#move.tables.map((name) => `exists (select 1 from "${name}")`).join(" or ");
    const [row] = await this.#source.all<{ has_rows: 0 | 1 }>(`select ${some} as has_rows`);
    if (row?.has_rows) return true;
    await this.#target.run([STATE_TABLE, this.#insertState("cleared")]);
    return false;
  }

  /** Copies everything while the source changes. Returns at once if the rows have been moved. */
  async copy(): Promise<void> {
    if (await this.#begin()) return;
    for (;;) {
      const state = await this.#state();
      const table = this.#tables[state.at_table];
      if (!table) break;
      await this.#copyPage(table, state);
      await this.#onStep(`copied a page of ${table.name}`);
    }
    await this.#catchUp();
  }

  /**
   * Closes the source's tables and lets the target have the last changes. The site must save nothing meanwhile: a version that
   * still writes to the source fails from now on.
   */
  async switchOver(): Promise<void> {
    await this.copy();
    if ((await this.phase()) !== "copying") return;
    await this.#source.run(this.#tables.flatMap(guardTriggers));
    await this.#catchUp();
    await this.#onStep("caught up");
    for (const table of this.#tables) await this.#compare(table);
    await this.#onStep("compared");
    const waiting = await this.#target.all<{ sql: string }>("select sql from move_triggers order by name");
    await this.#target.run([
      ...this.#move.derive,
      ...waiting.map(({ sql }) => sql),
      "drop table move_triggers",
      `update move_state set phase = 'moved', moved_at = unixepoch() * 1000 where ${this.#isThis}`,
    ]);
    await this.#onStep("moved");
  }

  /**
   * Opens the source's tables again, for an old version that goes on because the new one didn't start. Nothing may have written to
   * the target. The next run catches up.
   */
  async reopen(): Promise<void> {
    const phase = await this.phase();
    if (phase === null || phase === "cleared") return;
    await this.#target.run([
      `update move_state set phase = 'copying', moved_at = null where ${this.#isThis}`,
    ]);
    await this.#source.run(
      this.#move.tables.flatMap((name) => EVENTS.map((event) => dropGuard(name, event))),
    );
  }

  /** Deletes the source's rows, in slices. Its tables stay closed for a version that would still write to them. */
  async clear(): Promise<void> {
    if ((await this.phase()) !== "moved") return;
    this.#tables = await describeTables(this.#target, this.#move.tables);
    for (const table of this.#tables.toReversed()) {
      await this.#suspendTriggers(
        this.#source,
        [table.name],
        (name) => isGuard(name) && !name.endsWith("_delete"),
      );
      for (;;) {
        const key = table.key.map((column) => `"${column}"`).join(", ");
        const [left] = await this.#source.all<{ n: number }>(
          `select exists (select 1 from "${table.name}") as n`,
        );
        if (!left?.n) break;
        await this.#source.run([
          `delete from "${table.name}" where (${key}) in (select ${key} from "${table.name}" limit ${DELETED_AT_ONCE})`,
        ]);
        await this.#onStep(`deleted a slice of ${table.name}`);
      }
    }
    // Another move from this source may still log its changes.
    const [logging] = await this.#source.all(
      "select 1 as n from sqlite_master where type = 'trigger' and name like 'move\\_log\\_%' escape '\\' limit 1",
    );
    // Its own triggers return, so the source is what its migrations make of it.
    const own = await this.#source.all<{ name: string; sql: string }>("select name, sql from move_triggers");
    await this.#source.run([
      ...this.#move.clear,
      ...own.filter(({ name }) => !name.startsWith("move_")).map(({ sql }) => sql),
      "drop table move_triggers",
      ...(logging ? [] : ["drop table if exists move_changes"]),
    ]);
    await this.#target.run([`update move_state set phase = 'cleared' where ${this.#isThis}`]);
    await this.#onStep("cleared");
  }

  get #isThis(): string {
    return `name = ${sqlLiteral(this.#move.name)}`;
  }

  #insertState(phase: MovePhase): string {
    return `insert into move_state (name, phase) values (${sqlLiteral(this.#move.name)}, '${phase}') on conflict do nothing`;
  }

  async #readState(): Promise<State | undefined> {
    const [table] = await this.#target.all("select 1 as n from sqlite_master where name = 'move_state'");
    if (!table) return undefined;
    const [state] = await this.#target.all<State>(
      `select phase, at_table, after_key, at_change from move_state where ${this.#isThis}`,
    );
    return state;
  }

  async #state(): Promise<State> {
    const state = await this.#readState();
    if (!state) throw new Error(`The move ${this.#move.name} has no state.`);
    return state;
  }

  /** Logs changes from now on, and lets the target's triggers wait. Returns whether the rows have been moved already. */
  async #begin(): Promise<boolean> {
    this.#tables = await describeTables(this.#target, this.#move.tables);
    const state = await this.#readState();
    if (state && state.phase !== "copying") return true;
    const [log] = await this.#source.all("select 1 as n from sqlite_master where name = 'move_changes'");
    // A source that was rewound or restored has lost its log: then the copy starts over.
    if (state && !log) await this.#startOver();
    await this.#source.run([CHANGES_TABLE, ...this.#tables.flatMap(logTriggers)]);
    await this.#suspendTriggers(this.#target, this.#move.tables, (name) =>
      this.#move.runningTriggers.includes(name),
    );
    await this.#target.run([STATE_TABLE, this.#insertState("copying")]);
    return false;
  }

  async #startOver(): Promise<void> {
    await this.#target.run([
      ...this.#move.tables.toReversed().map((name) => `delete from "${name}"`),
      ...this.#move.reset,
      `delete from move_state where ${this.#isThis}`,
    ]);
  }

  /** Drops triggers of tables and stores their SQL, except some. */
  async #suspendTriggers(
    database: MoveDatabase,
    tables: readonly string[],
    isExcepted: (name: string) => boolean,
  ): Promise<void> {
    const names = tables.map(sqlLiteral).join(", ");
    const found = await database.all<{ name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'trigger' and tbl_name in (${names})`,
    );
    const suspended = found.filter(({ name }) => !isExcepted(name));
    await database.run([
      TRIGGERS_TABLE,
      ...suspended.flatMap(({ name, sql }) => [
        `insert into move_triggers (name, sql) values (${sqlLiteral(name)}, ${sqlLiteral(sql)}) on conflict do nothing`,
        `drop trigger "${name}"`,
      ]),
    ]);
  }

  async #copyPage(table: MovedTable, { at_table, after_key }: State): Promise<void> {
    const page = await rowsAfter(this.#source, table, after_key, this.#pageRows);
    const last = page.at(-1);
    const isLast = page.length < this.#pageRows || !last;
    const rows = await this.#withParents(table, page);
    const position = isLast
      ? `at_table = ${at_table + 1}, after_key = null`
      : `after_key = ${sqlLiteral(keyOf(last, table))}`;
    await this.#target.run([
      ...upsertStatements(table, rows),
      `update move_state set ${position} where ${this.#isThis}`,
    ]);
    await this.#compareRows(table, rows);
  }

  /** Leaves out rows whose parents came after the copy began: those are logged, and so are they. */
  async #withParents(table: MovedTable, rows: readonly Row[]): Promise<readonly Row[]> {
    let complete = rows;
    for (const { column, table: parentName, key } of table.parents) {
      const parent = this.#tables.find(({ name }) => name === parentName);
      if (!parent) continue;
      const wanted = [...new Set(complete.map((row) => JSON.stringify([row[column]])))].filter(
        (one) => one !== "[null]",
      );
      const found = new Set(
        (await rowsWithKeys(this.#target, { ...parent, columns: [key], key: [key] }, wanted)).map(
          (row) => row[key],
        ),
      );
      complete = complete.filter((row) => row[column] === null || found.has(row[column] ?? null));
    }
    return complete;
  }

  /** Repeats logged changes until there are none. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const { at_change } = await this.#state();
      const changes = await this.#source.all<{ id: number; moved_table: string; key: string }>(
        `select id, moved_table, key from move_changes where id > ${at_change} order by id limit ${CHANGES_AT_ONCE}`,
      );
      const last = changes.at(-1);
      if (!last) return;
      const upserts: string[] = [];
      const deletes: string[] = [];
      const written: [MovedTable, Row[]][] = [];
      for (const table of this.#tables) {
        const keys = [
          ...new Set(changes.filter((change) => change.moved_table === table.name).map(({ key }) => key)),
        ];
        const rows = await rowsWithKeys(this.#source, table, keys);
        const existing = new Set(rows.map((row) => keyOf(row, table)));
        upserts.push(...upsertStatements(table, rows));
        deletes.unshift(
          ...deleteStatements(
            table,
            keys.filter((key) => !existing.has(key)),
          ),
        );
        written.push([table, rows]);
      }
      await this.#target.run([
        ...deletes,
        ...upserts,
        `update move_state set at_change = ${last.id} where ${this.#isThis}`,
      ]);
      for (const [table, rows] of written) await this.#compareRows(table, rows);
    }
  }

  /** Reads written rows back and compares their hashes. */
  async #compareRows(table: MovedTable, rows: readonly Row[]): Promise<void> {
    const found = await rowsWithKeys(
      this.#target,
      table,
      rows.map((row) => keyOf(row, table)),
    );
    if (hashOf(found, table) !== hashOf(rows, table))
      throw new MoveMismatch(`Rows of ${table.name} in the new database differ from those that were copied.`);
  }

  /** Compares a whole table, while nothing changes. */
  async #compare(table: MovedTable): Promise<void> {
    const [a, b] = await Promise.all([sumsOf(this.#source, table), sumsOf(this.#target, table)]);
    if (a.rows !== b.rows || a.sums !== b.sums)
      throw new MoveMismatch(
        `${table.name} has ${b.rows} rows in the new database and ${a.rows} in the old one, or other values.`,
      );
    if (this.#verify === "sums") return;
    for (let after: string | null = null; ; ) {
      const [old, current]: [Row[], Row[]] = await Promise.all([
        rowsAfter(this.#source, table, after, this.#pageRows),
        rowsAfter(this.#target, table, after, this.#pageRows),
      ]);
      if (hashOf(old, table) !== hashOf(current, table))
        throw new MoveMismatch(`Rows of ${table.name} after ${after ?? "the start"} differ.`);
      const last = old.at(-1);
      if (old.length < this.#pageRows || !last) return;
      after = keyOf(last, table);
    }
  }
}

const EVENTS = ["insert", "update", "delete"] as const;

const isGuard = (name: string): boolean => name.startsWith("move_guard_");
const guardName = (table: string, event: string): string => `move_guard_${table}_${event}`;
const dropGuard = (table: string, event: string): string =>
  `drop trigger if exists ${guardName(table, event)}`;

/** Triggers that log the keys of changed rows. */
function logTriggers({ name, key }: MovedTable): string[] {
  const log = (row: "new" | "old") =>
    `insert into move_changes (moved_table, key) values ('${name}', json_array(${key.map((column) => `${row}."${column}"`).join(", ")}));`;
  const rows = { insert: ["new"], update: ["old", "new"], delete: ["old"] } as const;
  return EVENTS.map(
    (event) =>
      `create trigger if not exists move_log_${name}_${event} after ${event} on "${name}" begin ${rows[event].map(log).join(" ")} end`,
  );
}

/** Triggers that reject every change. */
const guardTriggers = ({ name }: MovedTable): string[] =>
  EVENTS.map(
    (event) =>
      `create trigger if not exists ${guardName(name, event)} before ${event} on "${name}" begin select raise(abort, 'these rows have moved to another database'); end`,
  );
