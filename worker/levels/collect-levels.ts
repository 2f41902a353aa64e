import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { matchWords } from "../search/match.ts";
import { isInScope, type SortOrder, sortColumns, sortDirection } from "./index-ranges.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins } from "./present.ts";
import { effectiveOrder, filterCondition, type LevelListPage, type LevelQuery } from "./query.ts";

/** Selects the ids of the levels that a search finds; null without a search, "none" if the search contains no word. */
export function searchHits({ search, viewer, showPrivate }: LevelQuery): SQL | "none" | null {
  if (!search) return null;
  const words = matchWords(search);
  if (!words) return "none";
  const found = sql`select * from (select h.rowid & 1099511627775 as id from level_search h
    where level_search match ${`{title description creator} : (${words})`} and h.rowid > 0
    order by h.rowid desc limit ${LIMITS.searchMatches})`;
  if (!showPrivate || !viewer) return found;
  // Private levels have negative ids in the search index; a member's own also have their owner token.
  const owner = viewer.role === "member" ? ` AND owner : "owner${viewer.id}"` : "";
  return sql`${found} union all select * from (select -h.rowid as id from level_search h
    where level_search match ${`({title description creator} : (${words}))${owner}`} and h.rowid < 0
    limit ${LIMITS.searchMatches})`;
}

/** A level with its sort columns, most important first. Missing ones count as equal. */
interface Candidate {
  id: number;
  k0: number;
  k1?: number;
  k2?: number;
}

const compare = (a: Candidate, b: Candidate): number =>
  a.k0 - b.k0 || (a.k1 ?? 0) - (b.k1 ?? 0) || (a.k2 ?? 0) - (b.k2 ?? 0) || a.id - b.id;

/**
 * Collects a few hundred candidates and sorts them here: SQLite's sorter and window count would read them three
 * times.
 */
export async function collectLevels(
  gate: SessionGate,
  query: LevelQuery,
  hits: SQL | null,
  history: SQL | null,
): Promise<LevelListPage> {
  const { page, size, order } = query;
  const key = effectiveOrder(query);
  const byPlayTime = order === "played_at" && key === "newest";
  const found = await readCandidates(gate, query, hits, history, byPlayTime ? null : key);
  const sign = !byPlayTime && sortDirection(key) === "asc" ? 1 : -1;
  const ids = found
    .sort((a, b) => sign * compare(a, b))
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: found.length };
  const rows = await gate.all(
    statement<LevelCardRow>(sql`select ${levelCardColumns} from json_each(${JSON.stringify(ids)}) p
      cross join levels l on l.id = p.value ${levelCardJoins}`),
  );
  return { rows, total: found.length };
}

/** Candidates with their sort columns, or without an order, with the time they were played. */
async function readCandidates(
  gate: SessionGate,
  query: LevelQuery,
  hits: SQL | null,
  history: SQL | null,
  order: SortOrder | null,
): Promise<Candidate[]> {
  const sorted = (source: SQL, by: SQL) =>
    statement<Candidate>(sql`select l.id, ${by} from (${source}) s cross join levels l on l.id = s.id
      where ${isInScope(query)} ${filterCondition(query)}`);
  const by = order ? sortColumns(order) : sql`s.played_at as k0`;
  if (!hits || !history) {
    const found = await gate.all(sorted(hits ?? history ?? sql`select 0 as id`, by));
    return found;
  }
  // Intersects both here: SQLite would run the search again for every level of the history.
  const times = statement<{ id: number; played: number }>(
    sql`select id, played_at as played from (${history})`,
  );
  const { found, plays } = await gate.read({
    found: sorted(hits, order ? by : sql`0 as k0`),
    plays: times,
  });
  const playedAt = new Map(plays.map((row) => [row.id, row.played]));
  return found.flatMap((candidate) => {
    const time = playedAt.get(candidate.id);
    return time === undefined ? [] : [order ? candidate : { id: candidate.id, k0: time }];
  });
}
