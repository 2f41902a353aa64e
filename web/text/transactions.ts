import type { SourceFilter, TransactionSort } from "#domain/transactions/api.ts";
import type { SourceType } from "#domain/transactions/types.ts";
import { counted, exact } from "#web/lib/format.ts";
import { coinsText } from "./coins.ts";

/** Words of the history of coins, XP and items. */
export const transactionsText = {
  title: "Transactions",
  loading: "Loading transactions",
  filters: "Filter transactions",
  total: (total: number) => counted(total, "transaction"),
  balance: "You have",
  coins: coinsText.coins,
  direction: "Direction",
  directions: { in: "To you", out: "From you" },
  about: {
    in: "Everything you earned and bought.",
    out: "What others received from you. Sellers receive what you paid, minus tax.",
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
  xpOf: (xp: number) => `+${exact(xp)} XP`,
  coinsAfter: (coins: number) => (Math.abs(coins) === 1 ? " coin" : " coins"),
  serial: (serial: number) => `#${exact(serial)}`,
  copy: (name: string, serial: number | null) => (serial === null ? name : `${name} #${exact(serial)}`),
  gone: {
    site: "The site",
    user: "Somebody who is gone",
    item: "An item that is gone",
    level: "A level you can't see",
    challenge: "A challenge that is over",
    event: "An event that is over",
    spirit: "Spirit level",
    achievement: "An achievement",
  } satisfies Record<SourceType, string>,
  none: "No results found",
  noneFiltered: "Nothing here fits these filters. Try fewer of them.",
  nonePage: "This page is past the last one.",
  noneIn: "You have no transactions yet. Clear a level, or make something that others like.",
  noneOut: "No one has received coins from you yet. Buy something another player made.",
  clear: "Clear filters",
  firstPage: "First page",
  levels: "Browse levels",
  shop: "Browse the shop",
  paid: (coins: number) => `You paid ${counted(coins, "coin")}`,
} as const;

/** Words of the window in which admins give things. */
export const grantText = {
  act: "Grant…",
  title: (username: string) => `Grant to ${username}`,
  text: "It is booked at once, and stands in their history and in the audit log.",
  coins: "Coins",
  coinsHint: "Negative to take coins away; never more than they have.",
  xp: "XP",
  items: "Item ids",
  itemsHint: "Up to ten, with commas between them. Those they own already are left out.",
  reason: "Reason",
  reasonHint: "For the other admins; it is kept for good.",
  submit: "Grant",
  done: (message: string, coins: string, xp: string) => `${message} They have ${coins} and ${xp} XP now.`,
} as const;
