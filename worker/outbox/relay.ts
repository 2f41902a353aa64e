import {
  type Batch,
  type BatchRows,
  type Columns,
  Database,
  Meter,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { databaseFault } from "#db/database-fault.ts";
import { boundDatabase, DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { logError } from "../http/log.ts";
import { effectStatements, isKnownEffect } from "./effect-statements.ts";
import { type Effect, type PendingRow, pendingAfter, pendingQuery, ROWS_PER_PASS } from "./effects.ts";

/** Opens all databases at their primaries. */
export const openDatabases = (env: Env, meter: Meter = new Meter()): Databases =>
  Object.fromEntries(
    DATABASES.map(({ name }) => [name, new Database(boundDatabase(env, name), meter, { name })]),
  ) as Record<DatabaseName, Database>;

/** All outboxes: the main database and each of the others have effects on one another. */
export const OUTBOXES: readonly Outbox[] = DATABASES.flatMap(({ name }) =>
  name === "main"
    ? []
    : [
        { source: "main", target: name },
        { source: name, target: "main" },
      ],
);

/** The outbox of a database for another one. */
export interface Outbox {
  source: DatabaseName;
  target: DatabaseName;
}

export type Databases = Readonly<Record<DatabaseName, Database>>;

interface RelayOptions<Also extends Batch> {
  /** The first rows, if they have been read. */
  rows?: readonly PendingRow[];
  /** The most passes; the schedule does the rest. */
  passes?: number;
  /** Takes over work that nothing has to wait for. */
  defer?: (work: Promise<unknown>) => void;
  /** Queries to the target that run in the transaction of the last effects. */
  also?: Also;
}

export interface Relayed<Also extends Batch> {
  /** Whether achievements can be awarded. */
  hasDueAchievements: boolean;
  /** The rows of `also`; undefined if no effects were applied, or some were refused. */
  also: BatchRows<Also> | undefined;
}

const MAX_ERROR_LENGTH = 500;

/** The last row whose effects this database has. */
const positionOf = (source: DatabaseName): SQL =>
  sql`(select coalesce(max(position), 0) from outbox_positions where source = ${source})`;

const positionQuery = (source: DatabaseName): Statement<{ position: number }> =>
  statement`select ${positionOf(source)} as position`;

/** Condition: this database has the effects of all earlier rows, and not yet of this one. */
const isNext = (source: DatabaseName, { id, after }: PendingRow): SQL =>
  sql`(${positionOf(source)} >= ${after} and ${positionOf(source)} < ${id})`;

const moveTo = (source: DatabaseName, { id, after }: PendingRow): Statement =>
  statement`insert into outbox_positions (source, position) select ${source}, ${id}
    where ${positionOf(source)} >= ${after}
    on conflict (source) do update set position = max(position, excluded.position)`;

/** Whether effects have earned an achievement or a stamp, which the caller can award. */
const dueQuery = (target: DatabaseName): Statement<Columns<"achievement_queue", "id">> | null =>
  target === "main" ? statement`select id from achievement_queue limit 1` : null;

/** Where the target is after a pass. */
interface Applied<Also extends Batch> extends Relayed<Also> {
  position: number;
}

const effectsOf = ({ effects }: PendingRow): Effect[] => JSON.parse(effects) as Effect[];

/** Applies rows and moves the position in one transaction. A lower position afterwards: some are missing. */
async function applyRows<Also extends Batch>(
  database: Database,
  { source, target }: Outbox,
  rows: readonly PendingRow[],
  last: PendingRow,
  queries: Also | undefined,
): Promise<Applied<Also>> {
  const { position, due, also } = await database.batch(
    {
      effects: rows.flatMap((row) =>
        effectStatements(target, effectsOf(row), row.created_at, isNext(source, row)),
      ),
      move: moveTo(source, last),
      position: positionQuery(source),
      due: dueQuery(target),
      also: (queries ?? {}) as Batch,
    },
    { idempotent: true },
  );
  return {
    position: position[0]?.position ?? 0,
    hasDueAchievements: due.length > 0,
    also: queries && (also as BatchRows<Also>),
  };
}

/** Skips a row whose effects the database refuses, and stores what it was. */
async function storeFailure(
  database: Database,
  { source, target }: Outbox,
  row: PendingRow,
  reason: unknown,
): Promise<Applied<Batch>> {
  logError("effects refused", { source, target, row: row.id }, reason);
  const error = String(reason).slice(0, MAX_ERROR_LENGTH);
  const { position } = await database.batch(
    {
      failure: statement`insert into outbox_failures (source, id, effects, error, failed_at)
        select ${source}, ${row.id}, ${row.effects}, ${error}, ${Date.now()} where ${isNext(source, row)}
        on conflict do nothing`,
      move: moveTo(source, row),
      position: positionQuery(source),
    },
    { idempotent: true },
  );
  return { position: position[0]?.position ?? 0, hasDueAchievements: false, also: undefined };
}

/** Whether trying again can't help: a constraint, or effects that no statement can be made of. */
const isRefused = (error: unknown): boolean =>
  error instanceof TypeError || databaseFault(error) === "statement";

/** Applies rows. If the database refuses a statement, one after another, so that only the row with this statement is lost. */
async function applyTolerantly<Also extends Batch>(
  database: Database,
  outbox: Outbox,
  rows: readonly PendingRow[],
  last: PendingRow,
  queries: Also | undefined,
): Promise<Applied<Also>> {
  try {
    return await applyRows(database, outbox, rows, last, queries);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (rows.length === 1) return { ...(await storeFailure(database, outbox, last, error)), also: undefined };
  }
  let applied: Applied<Also> = { position: 0, hasDueAchievements: false, also: undefined };
  for (const row of rows) applied = await applyTolerantly(database, outbox, [row], row, queries);
  return applied;
}

/** The rows before the first one that only a newer version of the site can apply. */
function knownRows(rows: readonly PendingRow[], target: DatabaseName): readonly PendingRow[] {
  const unknown = rows.findIndex((row) => !effectsOf(row).every((effect) => isKnownEffect(target, effect)));
  return unknown < 0 ? rows : rows.slice(0, unknown);
}

/** Applies stored effects, each once and in order: the target's position moves with them. */
export async function relay<Also extends Batch = Batch>(
  databases: Databases,
  outbox: Outbox,
  { rows, passes = Number.POSITIVE_INFINITY, defer, also: queries }: RelayOptions<Also> = {},
): Promise<Relayed<Also>> {
  const { source, target } = outbox;
  let hasDueAchievements = false;
  let also: BatchRows<Also> | undefined;
  const from = databases[source];
  let pending = rows ?? (await from.all(pendingQuery(target)));
  for (let pass = 0; pass < passes; pass++) {
    const known = knownRows(pending, target);
    const last = known.at(-1);
    if (!last) break;
    const applied = await applyTolerantly(databases[target], outbox, known, last, queries);
    const { position } = applied;
    also = applied.also;
    hasDueAchievements ||= applied.hasDueAchievements;
    if (position >= last.id) {
      const stored = from.all(
        statement`insert into outbox_progress (target, relayed_to) values (${target}, ${position})
          on conflict (target) do update set relayed_to = max(relayed_to, excluded.relayed_to)`,
        { idempotent: true },
      );
      if (defer) defer(stored);
      else await stored;
      if (pending.length < ROWS_PER_PASS) break;
    }
    // After a rewind, the target can have less than the source believes.
    pending = await from.all(pendingAfter(target, sql`${position}`));
  }
  return { hasDueAchievements, also };
}

/** Applied rows are stored for a day, because a rewind or a restore can take the target back behind them. */
export const STORED_MS = 24 * 60 * 60 * 1000;
const MAX_DELETED = 1_000;

/** Relays everything from where the target really is, and deletes old rows. */
export async function relayFully(databases: Databases, outbox: Outbox, now: number): Promise<void> {
  const { source, target } = outbox;
  const { position } = (await databases[target].first(positionQuery(source))) ?? { position: 0 };
  await relay(databases, outbox, {
    rows: await databases[source].all(pendingAfter(target, sql`${position}`)),
  });
  await databases[source].all(
    statement`delete from outbox where id in (select id from outbox indexed by outbox_target
      where target = ${target} and id <= ${position} and created_at < ${now - STORED_MS}
      order by id limit ${sql.raw(String(MAX_DELETED))})`,
    { idempotent: true },
  );
}
