import { compact, counted, exact } from "#web/lib/format.ts";

/** The wallet in the top bar, for members only. */
export const walletText = {
  coins: (coins: number) => counted(coins, "coin"),
  /** Begins with what the link shows, so that speech control finds it. */
  link: (coins: number) =>
    compact(coins) === exact(coins)
      ? `${counted(coins, "coin")}: your transactions`
      : `${compact(coins)} coins, exactly ${exact(coins)}: your transactions`,
} as const;
