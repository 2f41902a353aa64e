import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import { matchWords } from "../search/match.ts";
import { directionOf, inView, type OrderKey, sortColumns } from "./arms.ts";
import { type CardRow, cardColumns, cardJoins } from "./present.ts";
import { filterCondition, type LevelPage, type LevelQuery, orderKey } from "./query.ts";

/** Levels that a search finds, as a select of their ids; null without a search, "none" for one without a word. */
export function hitsOf({ search, viewer, showPrivate }: LevelQuery): SQL | "none" | null {
  if (!search) return null;
  const words = matchWords(search);
  if (!words) return "none";
  const found = sql`select * from (select h.rowid & 1099511627775 as id from level_search h
    where level_search match ${`{title description creator} : (${words})`} and h.rowid > 0
    order by h.rowid desc limit ${LIMITS.searchMatches})`;
  if (!showPrivate || !viewer) return found;
  // Private levels stand in the index under their negative ids, a member's own with their token.
  const owner = viewer.role === "member" ? ` AND owner : "owner${viewer.id}"` : "";
  return sql`${found} union all select * from (select -h.rowid as id from level_search h
    where level_search match ${`({title description creator} : (${words}))${owner}`} and h.rowid < 0
    limit ${LIMITS.searchMatches})`;
}

/** What candidates are sorted by: the columns of an order, most important first. Those that are missing count as equal. */
interface Candidate {
  id: number;
  k0: number;
  k1?: number;
  k2?: number;
}

const compare = (a: Candidate, b: Candidate): number =>
  a.k0 - b.k0 || (a.k1 ?? 0) - (b.k1 ?? 0) || (a.k2 ?? 0) - (b.k2 ?? 0) || a.id - b.id;

/** A few hundred candidates are sorted here rather than by SQLite, whose sorter and window count would read them thrice. */
export async function gather(
  gate: SessionGate,
  query: LevelQuery,
  hits: SQL | null,
  history: SQL | null,
): Promise<LevelPage> {
  const { page, size, order } = query;
  const key = orderKey(query);
  const byPlay = order === "played_at" && key === "newest";
  const found = await readCandidates(gate, query, hits, history, byPlay ? null : key);
  const sign = !byPlay && directionOf(key) === "asc" ? 1 : -1;
  const ids = found
    .sort((a, b) => sign * compare(a, b))
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: found.length };
  const [rows] = await gate.read(
    statement<CardRow>(sql`select ${cardColumns} from json_each(${JSON.stringify(ids)}) p
      cross join levels l on l.id = p.value ${cardJoins}`),
  );
  return { rows, total: found.length };
}

/** Candidates with what they are sorted by: an order's columns, or without one the time they were played. */
async function readCandidates(
  gate: SessionGate,
  query: LevelQuery,
  hits: SQL | null,
  history: SQL | null,
  order: OrderKey | null,
): Promise<Candidate[]> {
  const sorted = (source: SQL, by: SQL) =>
    statement<Candidate>(sql`select l.id, ${by} from (${source}) s cross join levels l on l.id = s.id
      where ${inView(query)} ${filterCondition(query)}`);
  const by = order ? sortColumns(order) : sql`s.played_at as k0`;
  if (!hits || !history) {
    const [found] = await gate.read(sorted(hits ?? history ?? sql`select 0 as id`, by));
    return found;
  }
  // What both find is told here: SQLite would run the search again for every level of the history.
  const times = statement<{ id: number; played: number }>(
    sql`select id, played_at as played from (${history})`,
  );
  const [found, own] = await gate.read(sorted(hits, order ? by : sql`0 as k0`), times);
  const played = new Map(own.map((row) => [row.id, row.played]));
  return found.flatMap((candidate) => {
    const time = played.get(candidate.id);
    return time === undefined ? [] : [order ? candidate : { id: candidate.id, k0: time }];
  });
}
