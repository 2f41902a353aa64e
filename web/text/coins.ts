import { SALES_TAX } from "#domain/items/rules.ts";
import { counted, exact } from "#web/lib/format.ts";

const PERCENT = Math.round(SALES_TAX * 100);

const coins = (count: number) => counted(count, "coin");

/** Words about coins, wherever something is bought or sold. */
export const coinsText = {
  coins,
  /** Beside everything that costs coins. */
  spend: (balance: number, price: number) =>
    balance < price
      ? `You have ${coins(balance)}.`
      : `You have ${coins(balance)}; after this ${exact(balance - price)}.`,
  tax: `Sales tax: ${PERCENT}%`,
  net: (net: number) => `You get ${coins(net)} of each sale.`,
  netOnce: (net: number) => `You get ${coins(net)}.`,
} as const;
