import { type Columns, ConditionFailed, type SQL, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { canRate, hasPlayedEnough } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { deleteRatingRoute, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { countMatching, type RatingMatrix } from "#domain/ratings/rules.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { orderBy, type PageSlice, pageSlice, paginationLinks } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { isVisibleLevel, levelQuery, visibleLevel } from "../levels/queries.ts";
import { auditEntry } from "../moderation/audit.ts";
import { storeRemoval } from "../moderation/removals.ts";
import {
  ownHistoryQuery,
  presentRating,
  type RatingRow,
  ratingColumns,
  ratingJoins,
  ratingQuery,
  recordRatingStatements,
  withBestTimes,
} from "./queries.ts";

interface RatingQuery {
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

/** A page of ratings. Index ties make any filter one range; totals come from precomputed groups. */
async function searchRatings(gate: SessionGate, query: RatingQuery) {
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

function countResults({ username, level_id, rating, difficulty }: RatingQuery, groups: { counts: string }[]) {
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
  return statement<RatingRow>`
    with page as (select r.* from ratings r where ${conditions(query)} order by ${by("r.")} limit ${limit} offset ${offset})
    select ${ratingColumns} from page r ${ratingJoins}`;
}

export function ratingRoutes(app: HonoApp): void {
  handle(app, ratingSearchRoute, async ({ input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.ratings;
    const { rows, total } = await searchRatings(gate, { ...input, size });
    return {
      data: (await withBestTimes(gate, rows)).map((row) => presentRating(row, viewer, now)),
      ...paginationLinks(request, input.page, size, total),
    };
  });

  handle(app, recordRatingRoute, async ({ params, input, gate, viewer, now }) => {
    const { levelId } = params;
    // They only decide what the main database writes, which checks the session.
    const [own] = await gate.play.readAhead(ownHistoryQuery(levelId, viewer.id));
    const history = { cleared: own?.cleared === 1, seconds_played: own?.seconds_played ?? 0 };
    const written =
      hasPlayedEnough(history) &&
      (await gate.writeIf(
        sql`exists (select 1 from levels t where t.id = ${levelId} and t.user_id <> ${viewer.id} and ${isVisibleLevel(viewer)})`,
        {
          record: recordRatingStatements({ user_id: viewer.id, level_id: levelId, ...input }, now),
          rating: ratingQuery(sql`r.user_id = ${viewer.id} and r.level_id = ${levelId}`),
        },
      ));
    if (!written) {
      const level = visibleLevel(await gate.first(levelQuery(levelId, viewer)), viewer);
      if (level.user_id === viewer.id) throw new ApiError("cannot_rate_own");
      if (!canRate(viewer, level, history)) throw new ApiError("cannot_rate");
      throw new ConditionFailed();
    }
    const [rating] = written.rating;
    if (!rating) throw new ApiError("conflict");
    return { rating: presentRating({ ...rating, best_ms: own?.best_ms ?? null }, viewer, now) };
  });

  handle(app, deleteRatingRoute, async ({ params, gate, viewer, now }) => {
    const rating = await gate.first(
      statement<Columns<"ratings", "user_id" | "level_id" | "rating" | "difficulty">>`
        select user_id, level_id, rating, difficulty from ratings where id = ${params.ratingId}`,
    );
    if (!rating) throw new ApiError("not_found", { message: "This rating no longer exists." });
    if (rating.user_id !== viewer.id && viewer.role !== "admin") {
      throw new ApiError("forbidden", { message: "You can only delete your own rating." });
    }
    const { user_id, level_id, ...before } = rating;
    const entry = auditEntry(now, {
      actor_id: viewer.id,
      action: "rating.delete",
      subject_id: params.ratingId,
      details: { user_id, level_id },
      before,
    });
    const statements = {
      part:
        user_id === viewer.id
          ? []
          : [entry, storeRemoval({ type: "rating", target: params.ratingId, staff: viewer }, now)],
      ratings: statement`delete from ratings where id = ${params.ratingId}`,
    };
    await gate.write(statements, {
      when: sql`exists (select 1 from ratings where id = ${params.ratingId} and (rating, difficulty) = (${before.rating}, ${before.difficulty}))`,
    });
    return { message: "Rating deleted." };
  });
}
