import { type SQL, sql, statement } from "#db/database.ts";
import { countMatching, type RatingMatrix } from "#domain/ratings/rules.ts";
import { orderBy, type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import type { RatingRow } from "./present.ts";
import { ratingColumns, ratingJoins } from "./queries.ts";

export interface RatingQuery {
  username: string;
  level_id: number;
  rating: number;
  difficulty: number;
  sort: "rating" | "difficulty";
  order: "asc" | "desc";
  page: number;
  size: number;
}

const NEAR_ROWS = 2_000;

/**
 * A page of all ratings. Ties are broken by the other value and then by id, as in the indexes, so any filter is one
 * range of one index; the total comes from the precomputed groups of the site, a level or a user.
 */
export async function searchRatings(
  gate: SessionGate,
  query: RatingQuery,
): Promise<{ rows: RatingRow[]; total: number }> {
  const offset = (query.page - 1) * query.size;
  const total = statement<{ counts: string }>(totalQuery(query));
  if (offset <= NEAR_ROWS) {
    const slice = { limit: query.size, offset, reverse: false };
    const { groups, rows } = await gate.read({
      groups: total,
      rows: pageQuery(query, slice),
    });
    return { rows, total: countResults(query, groups) };
  }
  const groups = await gate.all(total);
  const count = countResults(query, groups);
  const part = pageSlice(query.page, query.size, count);
  if (part.limit === 0) return { rows: [], total: count };
  const rows = await gate.all(pageQuery(query, part));
  return { rows: part.reverse ? rows.reverse() : rows, total: count };
}

function countResults(
  { username, level_id, rating, difficulty }: RatingQuery,
  groups: { counts: string }[],
): number {
  const [first] = groups;
  if (!first) return 0;
  // A user rates a level once, so user and level together have at most one row, which the query counts directly.
  if (username && level_id) return Number(first.counts);
  return countMatching(JSON.parse(first.counts) as RatingMatrix, rating, difficulty);
}

const userId = (username: string): SQL => sql`(select id from users where username = ${username})`;

function totalQuery(query: RatingQuery): SQL {
  const { username, level_id } = query;
  if (username && level_id) return sql`select count(*) as counts from ratings r where ${conditions(query)}`;
  if (username)
    return sql`select counts from rating_groups where scope = 'user' and scope_id = ${userId(username)}`;
  if (level_id) return sql`select counts from rating_groups where scope = 'level' and scope_id = ${level_id}`;
  return sql`select counts from rating_groups where scope = 'site' and scope_id = 0`;
}

function conditions({ username, level_id, rating, difficulty }: RatingQuery): SQL {
  const all: SQL[] = [];
  if (username) all.push(sql`r.user_id = ${userId(username)}`);
  if (level_id) all.push(sql`r.level_id = ${level_id}`);
  if (rating) all.push(sql`r.rating = ${rating}`);
  if (difficulty) all.push(sql`r.difficulty = ${difficulty}`);
  return all.length ? sql.join(all, sql` and `) : sql`true`;
}

function pageQuery(query: RatingQuery, { limit, offset, reverse }: PageSlice) {
  const { sort, order } = query;
  const columns = sort === "rating" ? ["rating", "difficulty", "id"] : ["difficulty", "rating", "id"];
  const by = (prefix: string) =>
    orderBy(
      columns.map((column) => prefix + column),
      order,
      reverse,
    );
  return statement<RatingRow>(sql`
    with page as (select r.* from ratings r where ${conditions(query)} order by ${by("r.")} limit ${limit} offset ${offset})
    select ${ratingColumns} from page r ${ratingJoins}`);
}
