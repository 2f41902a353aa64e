import type { AchievementSet } from "#domain/achievements/api.ts";
import {
  type AchievementSetDefinition,
  type AchievementStat,
  achievementPicture,
  describeAchievement,
} from "#domain/achievements/sets.ts";
import { createdTimes } from "#domain/time.ts";

/** A set as seen by one user; `obtained` maps achievement ids to the time they were obtained. */
export function presentAchievementSet(
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
