import { coinsText } from "./coins.ts";

const { coins } = coinsText;

export const priceText = {
  free: "FREE",
  coinsAfter: (amount: number) => (Math.abs(amount) === 1 ? "coin" : "coins"),
  balance: "You have",
  after: "Left after this",
  missing: (count: number) => `You need ${coins(count)} more.`,
  earnHint: "The daily challenge and achievements bring coins.",
  earn: "Earn coins",
} as const;
