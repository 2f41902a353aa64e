import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { prepared, type Query, select } from "#db/client.ts";
import { isMemberFilter, type LevelFilter, type LevelOrder } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Gate } from "../http/gate.ts";
import { orderBy, type Slice, slice } from "../http/pagination.ts";
import { matchWords } from "../search/match.ts";
import {
  directionOf,
  inView,
  ORDER_COLUMN,
  type OrderKey,
  stretches,
  totalInView,
  type View,
} from "./arms.ts";
import { type CardRow, cardColumns, cardJoins } from "./present.ts";
import { cards } from "./queries.ts";
import { related } from "./related.ts";

export interface LevelQuery extends View {
  search: string;
  order: LevelOrder;
  filter: LevelFilter;
  page: number;
  size: number;
}

export interface LevelPage {
  rows: CardRow[];
  total: number;
}

/** A page further in than this asks for the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

/**
 * A page of the level browser. Whole lists are walked along an index; searches and what a person has a history with
 * are gathered first (a few hundred levels at most) and then sorted. One round trip; two for far pages and gathered ones.
 */
export async function listLevels(gate: Gate, query: LevelQuery): Promise<LevelPage> {
  const candidates = candidatesOf(query);
  return candidates === "none"
    ? { rows: [], total: 0 }
    : candidates
      ? gather(gate, query, candidates)
      : walk(gate, query);
}

/** Highest rated and hardest come first whatever the order; `played_at` never gets here without plays. */
function orderKey({ filter, order }: LevelQuery): OrderKey {
  if (filter === "rating" || filter === "difficulty") return filter;
  return order === "played_at" ? "newest" : order;
}

/** What a walked list is read from: featured levels are few and stand in an index of their own, to be sorted. */
const sourceOf = ({ filter }: LevelQuery): SQL =>
  filter === "featured" ? sql`levels l indexed by levels_featured` : sql`levels l`;

/** Conditions that a filter puts on each level of a walked list. */
function walkCondition({ filter, viewer }: LevelQuery): SQL {
  const unless = (table: string) =>
    sql`and not exists (select 1 from ${sql.raw(table)} h where h.user_id = ${viewer?.id ?? 0} and h.level_id = l.id)`;
  if (filter === "rating" || filter === "difficulty")
    return sql`and ${sql.raw(`l.${ORDER_COLUMN[filter]}`)} is not null`;
  if (filter === "featured") return sql`and l.featured_at is not null`;
  if (filter === "unclearedByUser") return unless("clears");
  if (filter === "notPlayedByUser") return unless("plays");
  return sql``;
}

function walkTotal(query: LevelQuery): SQL {
  const { filter, viewer } = query;
  if (filter === "rating" || filter === "difficulty") return totalInView("rated", query);
  if (filter === "featured") {
    const { open, hidden } = stretches(query);
    const counts = [...open, ...hidden].map(
      (stretch) => sql`(select count(*) from ${sourceOf(query)} where ${stretch} ${walkCondition(query)})`,
    );
    return sql.join(counts, sql` + `);
  }
  const table = filter === "unclearedByUser" ? "clears" : filter === "notPlayedByUser" ? "plays" : null;
  if (!table) return totalInView("levels", query);
  // What is left is everything less one's own history, which is short.
  return sql`${totalInView("levels", query)} - (select count(*) from ${sql.raw(table)} h cross join levels l on l.id = h.level_id
    where h.user_id = ${viewer?.id ?? 0} and ${inView(query)})`;
}

/** The total comes as a column of the page's rows: one statement less. A page without rows asks for it by itself. */
async function walk(gate: Gate, query: LevelQuery): Promise<LevelPage> {
  const { page, size } = query;
  const offset = (page - 1) * size;
  if (offset <= NEAR_ROWS) {
    const [rows] = await gate.read(walkQuery(query, { limit: size, offset, reverse: false }));
    const [first] = rows;
    return { rows, total: first ? first.total : await readTotal(gate, query) };
  }
  const total = await readTotal(gate, query);
  const part = slice(page, size, total);
  if (part.limit === 0) return { rows: [], total };
  const [rows] = await gate.read(walkQuery(query, part));
  return { rows: part.reverse ? rows.reverse() : rows, total };
}

async function readTotal(gate: Gate, query: LevelQuery): Promise<number> {
  const [rows] = await gate.read(select<{ total: number }>(sql`select ${walkTotal(query)} as total`));
  return rows[0]?.total ?? 0;
}

/** Sorted selects that SQLite merges row by row as they are asked for. */
const merge = (arms: SQL[]) => sql.join(arms, sql` union all `);

/** D1 takes five selects in one `union`; where there would be more, some are merged on their own first. */
function aside(arms: SQL[], order: SQL, most: Placeholder): SQL[] {
  return arms.length > 2 ? [sql`select * from (${merge(arms)} order by ${order} limit ${most})`] : arms;
}

function walkQuery(query: LevelQuery, { limit, offset, reverse }: Slice): Query<CardRow & { total: number }> {
  const key = orderKey(query);
  const { viewer, category, filter, showPrivate } = query;
  // A person's own queries differ by their id and are not worth keeping.
  const personal = viewer !== null && (showPrivate || isMemberFilter(filter));
  const template = () => {
    const column = sql.raw(`l.${ORDER_COLUMN[key]}`);
    const condition = walkCondition(query);
    const arm = (stretch: SQL) =>
      sql`select ${column} as k, l.id from ${sourceOf(query)} where ${stretch} ${condition}`;
    const { open, hidden } = stretches(query);
    const order = orderBy(["k", "id"], directionOf(key), reverse);
    const arms = merge([...open.map(arm), ...aside(hidden.map(arm), order, sql.placeholder("end"))]);
    const page = sql`${arms} order by ${order} limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`;
    return cards(page, sql`(select ${walkTotal(query)}) as total,`);
  };
  const values = { limit, offset, end: limit + offset };
  return prepared(personal ? null : `levels ${key} ${category} ${filter} ${reverse}`, template, values);
}

/** A select of `id, played_at` of the levels a view is gathered from; null where the list is walked. */
function candidatesOf(query: LevelQuery): SQL | "none" | null {
  const { search, viewer, filter } = query;
  const history = viewer ? related(filter, viewer.id) : null;
  if (!search) return history;
  const words = matchWords(search);
  if (!words) return "none";
  const hits = sql`select h.rowid & 1099511627775 as id, 0 as played_at from level_search h
    where level_search match ${`{title description creator} : (${words})`} and h.rowid > 0 order by h.rowid desc limit ${LIMITS.searchMatches}`;
  const found = withPrivate(hits, words, query);
  return history ? sql`select f.id, h.played_at from (${found}) f join (${history}) h on h.id = f.id` : found;
}

/** Adds the private levels a viewer may see; they stand in the index under their negative ids. */
function withPrivate(hits: SQL, words: string, { viewer, showPrivate }: LevelQuery): SQL {
  if (!showPrivate || !viewer) return sql`select * from (${hits})`;
  const owner = viewer.role === "member" ? ` AND owner : "owner${viewer.id}"` : "";
  return sql`select * from (${hits}) union all select * from (select -h.rowid as id, 0 as played_at from level_search h
    where level_search match ${`({title description creator} : (${words}))${owner}`} and h.rowid < 0 limit ${LIMITS.searchMatches})`;
}

/** A few hundred candidates are sorted here rather than by SQLite, whose sorter and window count would read them thrice. */
async function gather(gate: Gate, query: LevelQuery, candidates: SQL): Promise<LevelPage> {
  const { page, size, order } = query;
  const key = orderKey(query);
  const byPlay = order === "played_at" && key === "newest";
  const column = byPlay ? sql`s.played_at` : sql.raw(`l.${ORDER_COLUMN[key]}`);
  const [found] = await gate.read(
    select<{ id: number; k: number }>(sql`select l.id, ${column} as k from (${candidates}) s
      cross join levels l on l.id = s.id where ${inView(query)} ${walkCondition(query)}`),
  );
  const sign = !byPlay && directionOf(key) === "asc" ? 1 : -1;
  const ids = found
    .sort((a, b) => sign * (a.k - b.k || a.id - b.id))
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: found.length };
  const [rows] = await gate.read(
    select<CardRow>(sql`select ${cardColumns} from json_each(${JSON.stringify(ids)}) p
      cross join levels l on l.id = p.value ${cardJoins}`),
  );
  return { rows, total: found.length };
}
