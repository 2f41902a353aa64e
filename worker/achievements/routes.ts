import { achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS } from "#domain/achievements/sets.ts";
import { ApiError } from "#domain/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { presentUser } from "../users/present.ts";
import { presentAchievementSet } from "./present.ts";
import { achievementStatsQuery, obtainedAchievementsQuery } from "./queries.ts";

export function achievementRoutes(app: HonoApp): void {
  handle(app, achievementListRoute, async ({ params, gate, now }) => {
    const {
      user: [user],
      rows,
    } = await gate.read({
      user: achievementStatsQuery(params.id),
      rows: obtainedAchievementsQuery(params.id),
    });
    if (!user) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const obtained = new Map(rows.map(({ achievement_id, created_at }) => [achievement_id, created_at]));
    return {
      data: ACHIEVEMENT_SETS.map((set) => presentAchievementSet(set, user, obtained)),
      user: presentUser(user, now),
    };
  });
}
