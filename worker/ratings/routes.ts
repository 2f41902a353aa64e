import { type Columns, ConditionFailed, sql, statement } from "#db/database.ts";
import type { ratings } from "#db/schema/index.ts";
import { ApiError } from "#domain/errors.ts";
import { canRate, hasPlayedEnough } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { deleteRatingRoute, ratingSearchRoute, recordRatingRoute } from "#domain/ratings/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { isVisibleLevel, levelQuery, visibleLevel } from "../levels/queries.ts";
import { auditEntry } from "../moderation/audit.ts";
import { storeRemoval } from "../moderation/removals.ts";
import { presentRating } from "./present.ts";
import { ownHistoryQuery, ratingQuery, recordRatingStatements, withBestTimes } from "./queries.ts";
import { searchRatings } from "./search.ts";

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
      statement<Columns<"ratings", "user_id" | "level_id" | "rating" | "difficulty">>(sql`
        select user_id, level_id, rating, difficulty from ratings where id = ${params.ratingId}`),
    );
    if (!rating) throw new ApiError("not_found", { message: "This rating no longer exists." });
    if (rating.user_id !== viewer.id && viewer.role !== "admin") {
      throw new ApiError("forbidden", { message: "You can only delete your own rating." });
    }
    const { user_id, level_id, ...before } = rating;
    const entry = auditEntry(
      {
        actor_id: viewer.id,
        action: "rating.delete",
        subject_type: "rating",
        subject_id: params.ratingId,
        details: { user_id, level_id },
        before,
      },
      now,
    );
    const statements = {
      part:
        user_id === viewer.id
          ? []
          : [entry, storeRemoval({ type: "rating", target: params.ratingId, staff: viewer }, now)],
      ratings: statement(sql`delete from ratings where id = ${params.ratingId}`),
    };
    await gate.write(statements, {
      when: sql`exists (select 1 from ratings where id = ${params.ratingId} and (rating, difficulty) = (${before.rating}, ${before.difficulty}))`,
    });
    return { message: "Rating deleted." };
  });
}
