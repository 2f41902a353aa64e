import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { countMatching, type RatingMatrix } from "#domain/ratings/rules.ts";
import type { SessionGate } from "../http/gate.ts";
import { orderBy, type Slice, slice } from "../http/pagination.ts";
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
 * A page of everybody's ratings. Ties are broken by the other value and then by id, which is how the indexes lie, so
 * any filter is one stretch of one index; the total comes from the groups kept for the site, a level or a user.
 */
export async function searchRatings(
  gate: SessionGate,
  query: RatingQuery,
): Promise<{ rows: RatingRow[]; total: number }> {
  const offset = (query.page - 1) * query.size;
  const total = statement<{ counts: string }>(totalQuery(query));
  if (offset <= NEAR_ROWS) {
    const near = { limit: query.size, offset, reverse: false };
    const [groups, rows] = await gate.read(total, pageQuery(query, near));
    return { rows, total: count(query, groups) };
  }
  const [groups] = await gate.read(total);
  const all = count(query, groups);
  const part = slice(query.page, query.size, all);
  if (part.limit === 0) return { rows: [], total: all };
  const [rows] = await gate.read(pageQuery(query, part));
  return { rows: part.reverse ? rows.reverse() : rows, total: all };
}

function count(
  { username, level_id, rating, difficulty }: RatingQuery,
  groups: { counts: string }[],
): number {
  const [first] = groups;
  if (!first) return 0;
  // A person rates a level once, so both together are one row, asked for as such.
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

function pageQuery(query: RatingQuery, { limit, offset, reverse }: Slice) {
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
