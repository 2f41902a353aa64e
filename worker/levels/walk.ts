import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { prepared, type Statement } from "#db/client.ts";
import { isMemberFilter } from "#domain/levels/rules.ts";
import type { SessionGate } from "../http/gate.ts";
import { orderBy, type Slice } from "../http/pagination.ts";
import { walkPage } from "../http/walk.ts";
import { directionOf, inView, sortColumns, sortKeys, stretches, totalInView } from "./arms.ts";
import type { CardRow } from "./present.ts";
import { cards } from "./queries.ts";
import { filterCondition, type LevelPage, type LevelQuery, orderKey } from "./query.ts";

/** What a walked list is read from: featured levels are few and stand in an index of their own, to be sorted. */
const sourceOf = ({ filter }: LevelQuery): SQL =>
  filter === "featured" ? sql`levels l indexed by levels_featured` : sql`levels l`;

function walkTotal(query: LevelQuery): SQL {
  const { filter, viewer } = query;
  if (filter === "rating" || filter === "difficulty") return totalInView("rated", query);
  if (filter === "featured") {
    const { open, hidden } = stretches(query);
    const counts = [...open, ...hidden].map(
      (stretch) => sql`(select count(*) from ${sourceOf(query)} where ${stretch} ${filterCondition(query)})`,
    );
    return sql.join(counts, sql` + `);
  }
  const table = filter === "unclearedByUser" ? "clears" : filter === "notPlayedByUser" ? "plays" : null;
  if (!table) return totalInView("levels", query);
  // What is left is everything less one's own history, which is short.
  return sql`${totalInView("levels", query)} - (select count(*) from ${sql.raw(table)} h cross join levels l on l.id = h.level_id
    where h.user_id = ${viewer?.id ?? 0} and ${inView(query)})`;
}

/** A page of a list that is walked along an index. */
export const walk = (gate: SessionGate, query: LevelQuery): Promise<LevelPage> =>
  walkPage(gate, {
    page: query.page,
    size: query.size,
    rows: (part) => walkQuery(query, part),
    total: () => walkTotal(query),
  });

/** Sorted selects that SQLite merges row by row as they are asked for. */
const merge = (arms: SQL[]) => sql.join(arms, sql` union all `);

/** D1 takes five selects in one `union`; where there would be more, some are merged on their own first. */
function aside(arms: SQL[], order: SQL, most: Placeholder): SQL[] {
  return arms.length > 2 ? [sql`select * from (${merge(arms)} order by ${order} limit ${most})`] : arms;
}

function walkQuery(
  query: LevelQuery,
  { limit, offset, reverse }: Slice,
): Statement<CardRow & { total: number }> {
  const key = orderKey(query);
  const { viewer, category, filter, showPrivate } = query;
  // A person's own queries differ by their id and are not worth keeping.
  const personal = viewer !== null && (showPrivate || isMemberFilter(filter));
  const template = () => {
    const condition = filterCondition(query);
    const arm = (stretch: SQL) =>
      sql`select ${sortColumns(key)}, l.id from ${sourceOf(query)} where ${stretch} ${condition}`;
    const { open, hidden } = stretches(query);
    const order = orderBy([...sortKeys(key), "id"], directionOf(key), reverse);
    const arms = merge([...open.map(arm), ...aside(hidden.map(arm), order, sql.placeholder("end"))]);
    // A limit that SQLite knows beforehand spares it a tenth of the work; there are no more than a page's size of them.
    const page = sql`${arms} order by ${order} limit ${sql.raw(String(limit))} offset ${sql.placeholder("offset")}`;
    return cards(page, sql`(select ${walkTotal(query)}) as total,`);
  };
  const values = { offset, end: limit + offset };
  return prepared(
    personal ? null : `levels ${key} ${category} ${filter} ${reverse} ${limit}`,
    template,
    values,
  );
}
