import { exact } from "#web/lib/format.ts";

/** Words of the daily challenge. */
export const dailyText = {
  title: "Daily challenge",
  task: (target: number, clears: number) =>
    `Clear ${exact(target)} different levels: ${exact(clears)} of ${exact(target)}`,
  done: "Done for today!",
  next: "A new challenge in",
  find: "Find a level to clear",
  gold: (coins: number) => `Gold brings you ${exact(coins)} more coins every day.`,
  noGold: (coins: number) => `With Gold: ${exact(coins)} more coins every day.`,
} as const;
