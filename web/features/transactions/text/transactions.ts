import type { SourceFilter, TransactionSort } from "#domain/transactions/types.ts";
import { coinsText } from "#web/components/text/coins.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

export const transactionsText = {
  title: "Transactions",
  loading: "Loading transactions",
  filters: "Filter transactions",
  total: (total: number) => formatCount(total, "transaction"),
  balance: "You have",
  coins: coinsText.coins,
  direction: "Direction",
  directions: { in: "To you", out: "From you" },
  about: {
    in: "Everything you earned and received.",
    out: "Everything you bought and gave.",
  },
  type: "Type",
  anyType: "Any",
  source: "Source",
  sources: { "": "Any", user: "User" } satisfies Record<SourceFilter, string>,
  sort: "Sort",
  sorts: { created_at: "Date", coins: "Coins", xp: "XP" } satisfies Record<TransactionSort, string>,
  order: "Order",
  orders: { desc: "Descending", asc: "Ascending" },
  user: "User",
  xp: "XP",
  coinsColumn: "Coins",
  items: "Items",
  date: "Date",
  nothing: "None",
  sum: "In total",
  sumOnPage: "On this page",
  signedCoins: (coins: number, signed: boolean) =>
    `${signed ? (coins < 0 ? "−" : "+") : ""}${formatNumber(Math.abs(coins))}`,
  xpOf: (xp: number) => `+${formatNumber(xp)} XP`,
  copy: (name: string, serial: number | null) =>
    serial === null ? name : `${name} #${formatNumber(serial)}`,
  none: "No results found",
  noneFiltered: "Nothing matches these filters. Try fewer.",
  noneIn: "You have no transactions yet. Clear a level, or make something others like.",
  noneOut: "You haven't spent any coins yet. Buy something another player made.",
  clear: "Clear filters",
  levels: "Browse levels",
  shop: "Browse the shop",
} as const;

export const grantText = {
  action: "Grant…",
  title: (username: string) => `Grant to ${username}`,
  text: "It takes effect right away, and shows in their history and the audit log.",
  coins: "Coins",
  coinsHint: "Negative to take coins away; never more than they have.",
  xp: "XP",
  items: "Item ids",
  itemsHint: "Up to 10, separated by commas. Items they already own are skipped.",
  reasonHint: "For the other admins. It's kept permanently.",
  submit: "Grant",
  done: (message: string, coins: string, xp: string) => `${message} They now have ${coins} and ${xp} XP.`,
} as const;
