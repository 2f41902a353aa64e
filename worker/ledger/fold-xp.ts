import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import type { ledger_folds } from "#db/schema/index.ts";
import { XP_ALONE } from "#db/xp-alone.ts";
import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/new-york.ts";
import { readProgress, storeProgress } from "../read-progress.ts";

/** Rows of XP alone stay as they are for so long, and until their day in New York is over. */
export const FOLD_AFTER_MS = 60 * 24 * 60 * 60 * 1000;
const ROWS_PER_SLICE = 1_000;
const SLICES_PER_RUN = 10;

type Fold = Omit<typeof ledger_folds.$inferSelect, "id">;
type OldRow = Columns<"transactions", "id" | "user_id" | "type_id" | "created_at"> & { folds: 0 | 1 };

/** Selects what there is to fold for users, types and days: `[user, type, start, end]`. */
const foldsQuery = (days: readonly string[]): Statement<Fold> =>
  statement`select t.user_id, t.type_id, d.value ->> 2 as starts_at, d.value ->> 3 as ends_at, count(*) as rows, sum(t.xp) as xp,
      max(t.id) as last_id, max(t.created_at) as last_at
    from json_each(${`[${days.join(",")}]`}) d cross join transactions t indexed by transactions_xp_alone
      on t.user_id = d.value ->> 0 and t.created_at >= d.value ->> 2 and t.created_at < d.value ->> 3 and t.type_id = d.value ->> 1
    where ${sql.raw(XP_ALONE)} group by d.key having count(*) > 1`;

/** Folds rows, except those that have changed since they were read, and none while a backup holds them. */
const foldStatement = (folds: readonly Fold[], now: number): Statement<Columns<"ledger_folds", "last_id">> =>
  statement`insert into ledger_folds (user_id, type_id, starts_at, ends_at, rows, xp, last_id, last_at)
    select value ->> 'user_id', value ->> 'type_id', value ->> 'starts_at', value ->> 'ends_at', value ->> 'rows', value ->> 'xp',
      value ->> 'last_id', value ->> 'last_at' from json_each(${JSON.stringify(folds)})
    where not exists (select 1 from ledger_holds where held_until > ${now}) returning last_id`;

/** Folds the days of the next old rows. Safe to kill or overlap. Returns whether more can wait. */
export async function foldSlice(db: Database, now: number, rowsPerSlice: number): Promise<boolean> {
  const after = (await readProgress(db, "ledger_folded")) ?? 0;
  const found =
    await db.all(statement<OldRow>`select id, user_id, type_id, created_at, ${sql.raw(XP_ALONE)} as folds from transactions
      where id > ${after} order by id limit ${rowsPerSlice}`);
  const youngest = startOfNewYorkDay(newYorkDay(now - FOLD_AFTER_MS));
  // Times are slightly out of order relative to ids.
  const young = found.findIndex(({ created_at }) => created_at >= youngest);
  const old = young < 0 ? found : found.slice(0, young);
  const last = old.at(-1)?.id;
  if (last === undefined) return false;
  const days = old
    .filter(({ folds }) => folds)
    .map(({ user_id, type_id, created_at }) => {
      const day = newYorkDay(created_at);
      return JSON.stringify([user_id, type_id, startOfNewYorkDay(day), endOfNewYorkDay(day)]);
    });
  const folds = await db.all(foldsQuery([...new Set(days)]));
  const done = await db.all(foldStatement(folds, now));
  if (done.length < folds.length) return false;
  await storeProgress(db, "ledger_folded", last);
  return old.length === rowsPerSlice;
}

/** Folds rows of XP alone that are older than 60 days into one per user, day and type. */
export async function foldXp(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  await db.all(statement`delete from ledger_holds where held_until <= ${now}`, { idempotent: true });
  for (let slice = 0; slice < SLICES_PER_RUN && (await foldSlice(db, now, ROWS_PER_SLICE)); slice++);
}
