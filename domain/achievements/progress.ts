import type { Achievement, AchievementSet } from "./api.ts";

/** How far something is, from 0 to 1 in `share`. */
export interface AchievementProgress {
  current: number;
  total: number;
  share: number;
}

/** How far an achievement is. What is somebody's stays so when the count falls again: levels can be deleted. */
export function achievementProgress(
  { user_progress }: Pick<AchievementSet, "user_progress">,
  { value, user_achievement }: Pick<Achievement, "value" | "user_achievement">,
): AchievementProgress {
  const current = user_achievement ? value : Math.min(Math.max(0, user_progress), value);
  return { current, total: value, share: current / value };
}

export interface SetProgress {
  obtained: number;
  total: number;
  /** The first one that is still to come. */
  next: Achievement | null;
  /** All that are theirs, and of the next one what has been done since the one before. */
  share: number;
}

/** How far a set is: 1 only once all of it is theirs. */
export function setProgress({ user_progress, achievements }: AchievementSet): SetProgress {
  const total = achievements.length;
  const obtained = achievements.filter(({ user_achievement }) => user_achievement).length;
  const at = achievements.findIndex(({ user_achievement }) => !user_achievement);
  const next = achievements[at] ?? null;
  if (!next) return { obtained, total, next, share: 1 };
  const before = achievements[at - 1]?.value ?? 0;
  const way = (user_progress - before) / (next.value - before);
  return { obtained, total, next, share: (obtained + Math.min(1, Math.max(0, way))) / (total || 1) };
}

/** A share in whole percent; 100 only where nothing is missing. */
export const percent = (share: number): number => Math.floor(share * 100 + 1e-9);
