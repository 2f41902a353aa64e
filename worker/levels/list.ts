import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { LIMITS } from "#domain/limits.ts";
import { orderBy, type PageSlice, readPagedList } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { matchWords } from "../search/match.ts";
import {
  effectiveOrder,
  filterCondition,
  isInScope,
  type LevelListPage,
  type LevelQuery,
  levelIndexRanges,
  sortColumns,
  sortDirection,
  sortKeys,
  totalInScope,
} from "./index-ranges.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins } from "./present.ts";
import { levelCardsSql } from "./queries.ts";
import { favoritesSql, readHidden, readHistory, usesHistory, withoutHidden } from "./read-history.ts";

/** Selects the ids of the levels that a search finds; null without a search, "none" if the search contains no word. */
function searchHits({ search, viewer, showPrivate }: Omit<LevelQuery, "hidden">): SQL | "none" | null {
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

/** Selects levels of a source that are in scope, with the given columns. */
const levelsOf = <Row>(query: LevelQuery, source: SQL, columns: SQL, joins: SQL = sql``): Statement<Row> =>
  statement<Row>`select l.id, ${columns} from ${source} s cross join levels l on l.id = s.id ${joins}
    where ${isInScope(query)} ${filterCondition(query)}`;

/** Returns a page of candidates. */
type PageOf = <Row extends Candidate>(candidates: Row[]) => Row[];

/** Sorts a few hundred candidates here: SQLite's sorter and window count would read them three times. */
async function collectLevels(gate: SessionGate, query: LevelQuery, hits: SQL | null): Promise<LevelListPage> {
  const { page, size, order, viewer } = query;
  const filter = viewer ? query.filter : "";
  const key = effectiveOrder(query);
  const byPlayTime = order === "played_at" && key === "newest";
  const columns = byPlayTime ? sql`0 as k0` : sortColumns(key);
  const sign = !byPlayTime && sortDirection(key) === "asc" ? 1 : -1;
  const playedAt = new Map<number, number>();
  const timeOf = ({ id }: Candidate) => (byPlayTime ? (playedAt.get(id) ?? 0) : 0);
  const pageOf: PageOf = (candidates) =>
    candidates
      .sort((a, b) => sign * (timeOf(a) - timeOf(b) || compare(a, b)))
      .slice((page - 1) * size, page * size);
  const search = hits && levelsOf<Candidate>(query, sql`(${hits})`, columns);
  // Favorites are in the main database too, so they need no round trip of their own.
  if (viewer && filter === "favorited" && !search) {
    const favorites = sql`(${favoritesSql(viewer.id)})`;
    return readPage(gate, await gate.all(levelsOf<Candidate>(query, favorites, columns)), pageOf);
  }
  const { history, found } = await readHistory(gate, filter, viewer?.id ?? 0, search);
  for (const { id, played_at } of history ?? []) playedAt.set(id, played_at);
  // A search is intersected here: SQLite would run it again for every level of the history.
  if (search) {
    const shown = history
      ? found.filter(({ id }) => playedAt.has(id))
      : await withoutHidden(gate, filter, viewer?.id ?? 0, found);
    return readPage(gate, shown, pageOf);
  }
  if (playedAt.size === 0) {
    await gate.account();
    return { rows: [], total: 0 };
  }
  const source = sql`(select column1 as id from ${idsTable([...playedAt.keys()])})`;
  if (filter !== "playedByBuddies")
    return readPage(gate, await gate.all(levelsOf<Candidate>(query, source, columns)), pageOf);
  // Plays of buddies take a round trip more, so the cards come with the candidates.
  const withCards = sql`${columns}, ${levelCardColumns}`;
  const cards = await gate.all(levelsOf<LevelCardRow & Candidate>(query, source, withCards, levelCardJoins));
  return { rows: pageOf(cards), total: cards.length };
}

async function readPage(gate: SessionGate, candidates: Candidate[], pageOf: PageOf): Promise<LevelListPage> {
  const ids = pageOf(candidates).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: candidates.length };
  const rows = await gate.all(
    statement<LevelCardRow>`select ${levelCardColumns} from ${idsTable(ids)} p
      cross join levels l on l.id = p.column1 ${levelCardJoins}`,
  );
  return { rows, total: candidates.length };
}

/** The table to read. There are few featured levels; they have their own index and get sorted. */
const sourceOf = ({ filter }: LevelQuery): SQL =>
  filter === "featured" ? sql`levels l indexed by levels_featured` : sql`levels l`;

function browseTotal(query: LevelQuery): SQL {
  const { filter, hidden } = query;
  if (filter === "rating" || filter === "difficulty") return totalInScope("rated", query);
  if (filter === "featured") {
    const { open, hidden } = levelIndexRanges(query);
    const counts = [...open, ...hidden].map(
      (range) => sql`(select count(*) from ${sourceOf(query)} where ${range} ${filterCondition(query)})`,
    );
    return sql.join(counts, sql` + `);
  }
  if (!hidden?.length) return totalInScope("levels", query);
  // All levels minus the viewer's own history, which is short.
  return sql`${totalInScope("levels", query)} - (select count(*) from ${idsTable(hidden)} h cross join levels l on l.id = h.column1 where ${isInScope(query)})`;
}

/** Sorted selects that SQLite merges row by row. */
const merge = (selects: SQL[]) => sql.join(selects, sql` union all `);

/**
 * D1 allows five selects in a `union`; if there would be more, some are merged first. SQLite flattens inner unions
 * without order or limit and still merges row by row, unless the order starts with a constant.
 */
function premerge(selects: SQL[], order: SQL, maxRows: number): SQL[] {
  return selects.length > 2
    ? [sql`select * from (${merge(selects)} order by ${order} limit ${maxRows})`]
    : selects;
}

function browseQuery(query: LevelQuery, { limit, offset, reverse }: PageSlice) {
  const key = effectiveOrder(query);
  const condition = filterCondition(query);
  const rangeSelect = (range: SQL) =>
    sql`select ${sortColumns(key)}, l.id from ${sourceOf(query)} where ${range} ${condition}`;
  const { open, hidden } = levelIndexRanges(query);
  const order = orderBy([...sortKeys(key), "id"], sortDirection(key), reverse);
  const selects = merge([
    ...open.map(rangeSelect),
    ...premerge(hidden.map(rangeSelect), order, offset + limit),
  ]);
  // A constant limit saves SQLite a tenth of the work; there are only a few page sizes.
  const page = sql`${selects} order by ${order} limit ${sql.raw(String(limit))} offset ${offset}`;
  return statement<LevelCardRow & { total: number }>(
    levelCardsSql(page, sql`(select ${browseTotal(query)}) as total,`),
  );
}

/** A page of levels: along an index, or collected and sorted. Up to two round trips to main, one to play. */
export async function listLevels(
  gate: SessionGate,
  scope: Omit<LevelQuery, "hidden">,
): Promise<LevelListPage> {
  const { viewer, filter } = scope;
  const hits = searchHits(scope);
  if (hits === "none") return { rows: [], total: 0 };
  if (hits || (viewer && usesHistory(filter))) return collectLevels(gate, { ...scope, hidden: null }, hits);
  const hidden = viewer ? await readHidden(gate, filter, viewer.id) : null;
  const query = { ...scope, hidden };
  return readPagedList(gate, {
    ...scope,
    rows: (slice) => browseQuery(query, slice),
    total: () => browseTotal(query),
  });
}
