import { type Columns, first, sql, statement } from "#db/database.ts";
import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import {
  ACHIEVEMENT_SETS,
  ACHIEVEMENT_STATS,
  type AchievementSetDefinition,
  type AchievementStat,
  achievementPicture,
  describeAchievement,
} from "#domain/achievements/sets.ts";
import { ApiError } from "#domain/errors.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

/** A set as seen by one user; `obtained` maps achievement ids to the time they were obtained. */
function presentAchievementSet(
  set: AchievementSetDefinition,
  stats: Record<AchievementStat, number>,
  obtained: ReadonlyMap<number, number>,
): AchievementSet {
  const { id, slug, name, description, default_achievement_description, stat } = set;
  const image_url = achievementPicture(slug);
  return {
    id,
    name,
    description,
    image_url,
    default_achievement_description,
    user_progress: stats[stat],
    achievements: set.achievements.map((achievement) => {
      const obtainedAt = obtained.get(achievement.id);
      return {
        id: achievement.id,
        name: achievement.name,
        description: describeAchievement(set, achievement),
        image_url,
        value: achievement.value,
        reward: achievement.reward ? { ...achievement.reward, items: [] } : null,
        user_achievement: obtainedAt === undefined ? null : { ...createdTimes(obtainedAt) },
      };
    }),
  };
}

const statColumns = sql.raw(ACHIEVEMENT_STATS.map((stat) => `u.${stat}`).join(", "));

export function achievementRoutes(app: HonoApp): void {
  handle(app, achievementListRoute, async ({ params, gate, now }) => {
    const { user, rows } = await gate.read({
      user: first<UserColumns & Record<AchievementStat, number>>`select ${userColumns}, ${statColumns}
        from users u where u.id = ${params.id}`,
      // Bounded by the number of defined achievements.
      rows: statement<Columns<"user_achievements", "achievement_id" | "created_at">>`select achievement_id,
        created_at from user_achievements where user_id = ${params.id}`,
    });
    if (!user) throw new ApiError("not_found", { message: "This user doesn't exist." });
    const obtained = new Map(rows.map(({ achievement_id, created_at }) => [achievement_id, created_at]));
    return {
      data: ACHIEVEMENT_SETS.map((set) => presentAchievementSet(set, user, obtained)),
      user: presentUser(user, now),
    };
  });
}
