import { formatCompact, formatCount, formatNumber } from "#web/lib/format.ts";

export const walletText = {
  coins: (coins: number) => formatCount(coins, "coin"),
  exact: (coins: number) => `${formatCount(coins, "coin")}: your transactions`,
  /** Starts with what the link shows, so speech control finds it. */
  link: (coins: number) =>
    formatCompact(coins) === formatNumber(coins)
      ? `${formatCount(coins, "coin")}: your transactions`
      : `${formatCompact(coins)} coins, exactly ${formatNumber(coins)}: your transactions`,
} as const;
