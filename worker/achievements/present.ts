import type { AchievementSet } from "#domain/achievements/api.ts";
import {
  type AchievementSetDefinition,
  type AchievementStat,
  achievementPicture,
  describeAchievement,
} from "#domain/achievements/sets.ts";
import { formatTime, isoTime } from "#domain/time.ts";

/** A set as one user sees it; `obtained` tells by id when they got what they have. */
export function presentSet(
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
    achievements: set.achievements.map((one) => {
      const at = obtained.get(one.id);
      return {
        id: one.id,
        name: one.name,
        description: describeAchievement(set, one),
        image_url,
        value: one.value,
        reward: one.reward ? { ...one.reward, items: [] } : null,
        user_achievement:
          at === undefined ? null : { created_at: isoTime(at), created_at_formatted: formatTime(at) },
      };
    }),
  };
}
