import { formatNumber } from "#web/lib/format.ts";

/** Strings of the daily challenge. */
export const dailyText = {
  title: "Daily challenge",
  task: (target: number, clears: number) =>
    `Clear ${formatNumber(target)} different levels: ${formatNumber(clears)} of ${formatNumber(target)}`,
  done: "Done for today!",
  next: "Next challenge in",
  find: "Find a level to clear",
  gold: (coins: number) => `Gold gives you ${formatNumber(coins)} more coins every day.`,
  noGold: (coins: number) => `With Gold: ${formatNumber(coins)} more coins every day.`,
} as const;
