import type { Achievement, AchievementSet } from "./api.ts";

/** Progress; `share` is from 0 to 1. An obtained achievement stays complete when the count falls: levels can be deleted. */
export function achievementProgress(
  { user_progress }: Pick<AchievementSet, "user_progress">,
  { value, user_achievement }: Pick<Achievement, "value" | "user_achievement">,
) {
  const current = user_achievement ? value : Math.min(Math.max(0, user_progress), value);
  return { current, total: value, share: current / value };
}

/** The progress of a set; `share` counts the way to the next one, too, and is 1 only when all are obtained. */
export function setProgress({ user_progress, achievements }: AchievementSet) {
  const total = achievements.length;
  const obtained = achievements.filter(({ user_achievement }) => user_achievement).length;
  const nextIndex = achievements.findIndex(({ user_achievement }) => !user_achievement);
  const next = achievements[nextIndex] ?? null;
  if (!next) return { obtained, total, next, share: 1 };
  const before = achievements[nextIndex - 1]?.value ?? 0;
  const towardsNext = (user_progress - before) / (next.value - before);
  return { obtained, total, next, share: (obtained + Math.min(1, Math.max(0, towardsNext))) / (total || 1) };
}

/** A share in whole percent, rounded down: 100 only if it is complete. */
export const percent = (share: number): number => Math.floor(share * 100 + 1e-9);
