import * as z from "zod/mini";
import { clientId, flag, oneOf, pageNumber, text, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, messageResponse, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { LIMITS } from "../limits.ts";
import {
  SOURCE_FILTERS,
  SOURCE_TYPES,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  type TransactionType,
} from "./types.ts";
import { ledgerInput, readLedgerView } from "./view.ts";

/** Occasions on which the site gives something: the first words of the keys of those rows. */
export const GIFTS = ["daily", "first-night", "starter"] as const;

/** The source of a ledger entry. Fields that its type doesn't have are absent. */
export const transactionSource = z.object({
  url: z.nullable(z.string()),
  name: z.optional(z.string()),
  title: z.optional(z.string()),
  username: z.optional(z.string()),
  thumbnail_url: z.optional(z.string()),
  bopi: z.optional(z.object({ headshot_url: z.string() })),
});
export type TransactionSource = z.infer<typeof transactionSource>;

/** A ledger entry as seen by its owner or by the user it came from. */
export const transaction = z.object({
  id: z.int(),
  transaction_type: z.object({ id: z.int(), type_formatted: z.string() }),
  source_type: z.enum(SOURCE_TYPES),
  source_id: z.int(),
  /** Null if it was deleted or is hidden from the viewer. */
  source: z.nullable(transactionSource),
  user: userCard,
  xp: z.int(),
  coins: z.int(),
  /** "+", "-", or "" for no coins. */
  coins_sign: z.string(),
  coins_abs_formatted: z.string(),
  /** Seller of the viewer's purchase; null for other rows, free items and items of the site. */
  seller: z.nullable(z.object({ username: z.string(), url: z.string() })),
  /** Occasion of a row from the site; null for other rows. */
  gift: z.nullable(z.enum(GIFTS)),
  inventories: z.array(
    z.object({
      item: z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string() }),
      serial: z.nullable(z.int()),
    }),
  ),
  ...TIMES,
});
export type Transaction = z.infer<typeof transaction>;

const transactionType = z.pipe(
  z.transform((value: unknown) => (value === "" || value === undefined ? 0 : Number(value))),
  z.custom<TransactionType | 0>(
    (value) => value === 0 || TRANSACTION_TYPE_IDS.includes(value as TransactionType),
    { error: `Transaction type must be one of: ${TRANSACTION_TYPE_IDS.join(", ")}.` },
  ),
);

export const transactionListRoute = route("GET", "/api/auth/transactions", {
  summary: "Your own ledger: what you earned, or what you bought and gave.",
  access: "member",
  input: z.object({
    page: pageNumber,
    /** 0 or empty for any. */
    transaction_type: z._default(transactionType, 0),
    source_type: z._default(oneOf("Source type", SOURCE_FILTERS), ""),
    sort_by: z._default(oneOf("Sort", TRANSACTION_SORTS), "created_at"),
    order: z._default(oneOf("Order", ["desc", "asc"]), "desc"),
    /** Rows that came to you (default); otherwise those that you spent and gave. */
    incoming: z._default(flag("Direction"), true),
  }),
  output: listPage(transaction),
});

export const grantRoute = route("POST", "/api/staff/users/{username}/grant", {
  summary: "Gives a user coins, XP or items, or takes coins away.",
  access: "admin",
  recentlyConfirmed: true,
  input: z.object({
    coins: z._default(wholeNumber("Coins", { min: -LIMITS.price, max: LIMITS.price }), 0),
    xp: z._default(wholeNumber("XP", { min: 0, max: LIMITS.price }), 0),
    item_ids: z._default(
      z
        .array(z.int({ error: "Items must be ids." }), { error: "Items must be a list of ids." })
        .check(z.maxLength(10, "You can give at most 10 items at once.")),
      [],
    ),
    reason: text("Reason", { max: LIMITS.banReason }),
    client_id: z.optional(clientId),
  }),
  output: z.extend(messageResponse, { coins: z.int(), xp: z.int() }),
});

export const transactionsPage = page("/transactions", {
  access: "member",
  module: "transactions/transactions",
  group: "rare",
  title: "Transactions",
  description: "Where coins, XP and items came from and went to.",
  preload: (_, query) => [preload(transactionListRoute, {}, ledgerInput(readLedgerView(query)))],
});
