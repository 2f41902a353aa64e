import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import type { LevelFilter } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/session-gate.ts";

type HiddenRow = Columns<"levels", "id">;

/** How much of a user's history a filter reads; it keeps a request's cost bounded. */
const MAX_ROWS = 1_000;
const MAX_BUDDIES = 30;
/** Shared by all buddies: with fewer buddies, more plays of each are read. */
const MAX_BUDDY_PLAYS = 280;

/** A level of a user's history, and when they played it. */
export interface HistoryRow {
  id: number;
  played_at: number;
}

/** D1 binds numbers as floats, but a limit has to be an integer. */
const limitTo = (count: number) => sql.raw(`limit ${count}`);

/** Selects a user's favorites. They are in the main database, so other queries can contain this. */
export const favoritesSql = (userId: number): SQL =>
  sql`select target_id as id, created_at as played_at from favorites
    where user_id = ${userId} and target_type = 'level' order by target_id desc ${limitTo(MAX_ROWS)}`;

const HISTORIES = new Set<LevelFilter>(["favorited", "clearedByUser", "playedByUser", "playedByBuddies"]);

/** Whether a filter shows only levels of the user's history. */
export const usesHistory = (filter: LevelFilter): boolean => HISTORIES.has(filter);

/** A user's history (null: filter without one) beside a search, in one round trip if both are in main. */
export async function readHistory<Row>(
  gate: SessionGate,
  filter: LevelFilter,
  userId: number,
  search: Statement<Row> | null,
): Promise<{ history: HistoryRow[] | null; found: Row[] }> {
  const beside = async (query: Statement<HistoryRow>) => {
    const [history, found] = await Promise.all([gate.play.readAhead(query), search ? gate.all(search) : []]);
    return { history, found };
  };
  switch (filter) {
    case "favorited":
      return gate.read({ history: statement<HistoryRow>(favoritesSql(userId)), found: search });
    case "clearedByUser":
      return beside(
        statement`select level_id as id, cleared_at as played_at from clears
          where user_id = ${userId} order by level_id desc ${limitTo(MAX_ROWS)}`,
      );
    case "playedByUser":
      return beside(latestPlaysQuery(userId, MAX_ROWS));
    case "playedByBuddies": {
      const { buddies, found } = await gate.read({
        buddies: statement<Columns<"buddies", "buddy_id">>`select buddy_id from buddies
          where user_id = ${userId} ${limitTo(MAX_BUDDIES)}`,
        found: search,
      });
      return { history: await readPlaysOf(gate, buddies), found };
    }
    default:
      return { history: null, found: search ? await gate.all(search) : [] };
  }
}

const latestPlaysQuery = (userId: number, most: number): Statement<HistoryRow> =>
  statement`select level_id as id, played_at from plays
    where user_id = ${userId} order by played_at desc ${limitTo(most)}`;

/** The levels that buddies played last, each once. One statement for each buddy reads every play once, without sorting. */
async function readPlaysOf(gate: SessionGate, buddies: readonly Columns<"buddies", "buddy_id">[]) {
  if (buddies.length === 0) return [];
  const each = Math.floor(MAX_BUDDY_PLAYS / buddies.length);
  const plays = await gate.play.read(
    Object.fromEntries(buddies.map(({ buddy_id }) => [`of${buddy_id}`, latestPlaysQuery(buddy_id, each)])),
  );
  const latest = new Map<number, number>();
  for (const { id, played_at } of Object.values(plays).flat())
    latest.set(id, Math.max(played_at, latest.get(id) ?? 0));
  return [...latest].map(([id, played_at]) => ({ id, played_at }));
}

/** The table of the levels that a filter hides from the user: those they have cleared, or played. Null for other filters. */
function hiddenTable(filter: LevelFilter): SQL | null {
  if (filter === "unclearedByUser") return sql`clears`;
  return filter === "notPlayedByUser" ? sql`plays` : null;
}

/** Levels that a filter hides; null for none. A read of the main database must follow: it checks. */
export async function readHidden(
  gate: SessionGate,
  filter: LevelFilter,
  userId: number,
): Promise<readonly number[] | null> {
  const table = hiddenTable(filter);
  if (!table) return null;
  const rows = await gate.play.readAhead(statement<HiddenRow>`select level_id as id from ${table}
    where user_id = ${userId}`);
  return rows.map(({ id }) => id);
}

/** Returns those of the levels that a search has found which the filter doesn't hide from a user. */
export async function withoutHidden<Row extends HiddenRow>(
  gate: SessionGate,
  filter: LevelFilter,
  userId: number,
  found: Row[],
): Promise<Row[]> {
  const table = hiddenTable(filter);
  if (!table || found.length === 0) return found;
  const rows = await gate.play.all(
    statement<HiddenRow>`select h.level_id as id from ${idsTable(found.map(({ id }) => id))} f
      cross join ${table} h on h.user_id = ${userId} and h.level_id = f.column1`,
  );
  const hidden = new Set(rows.map(({ id }) => id));
  return found.filter(({ id }) => !hidden.has(id));
}
