import { formatCount, formatNumber } from "#web/lib/format.ts";

export const celebrationsText = {
  coins: (coins: number) => `+${formatNumber(coins)}`,
  coinsAnnounced: (coins: number) => `You got ${formatCount(coins, "coin")}.`,
  badge: "Something you earned",
  badgeAnnounced: (reason: string, title: string) => `${reason}: ${title}`,
  dismiss: "Close",
  level: (level: number) => `Spirit level ${formatNumber(level)}!`,
  levelText: "Your bopi is proud of you.",
  levelCoins: (coins: number) => `+${formatCount(coins, "coin")}`,
  go: "Keep going",
} as const;
