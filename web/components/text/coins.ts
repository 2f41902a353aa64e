import { SALES_TAX } from "#domain/items/rules.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

const PERCENT = Math.round(SALES_TAX * 100);

const coins = (count: number) => formatCount(count, "coin");

export const coinsText = {
  coins,
  /** Shown next to everything that costs coins. */
  spend: (balance: number, price: number) =>
    balance < price
      ? `You have ${coins(balance)}.`
      : `You have ${coins(balance)}, ${formatNumber(balance - price)} after this.`,
  tax: `Sales tax: ${PERCENT}%`,
  net: (net: number) => `You get ${coins(net)} from each sale.`,
  netOnce: (net: number) => `You get ${coins(net)}.`,
} as const;
