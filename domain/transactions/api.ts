import * as z from "zod/mini";
import { message, page, userCard } from "../api/answers.ts";
import { clientId, flag, oneOf, pageNumber, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { SOURCE_TYPES, TRANSACTION_TYPE_IDS, type TransactionType } from "./types.ts";

export const TRANSACTION_SORTS = ["created_at", "coins", "xp"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];
/** Any source, or people only (spec 3 §9). */
export const SOURCE_FILTERS = ["", "user"] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];

/** Where a movement comes from; what a kind of source has none of is absent. */
export const transactionSource = z.object({
  url: z.nullable(z.string()),
  name: z.optional(z.string()),
  title: z.optional(z.string()),
  username: z.optional(z.string()),
  thumbnail_url: z.optional(z.string()),
  bopi: z.optional(z.object({ headshot_url: z.string() })),
});
export type TransactionSource = z.infer<typeof transactionSource>;

/** A row of the ledger as its owner, or the one it came from, sees it. */
export const transaction = z.object({
  id: z.int(),
  transaction_type: z.object({ id: z.int(), type_formatted: z.string() }),
  source_type: z.enum(SOURCE_TYPES),
  source_id: z.int(),
  /** Null where it is gone, or one may not see it. */
  source: z.nullable(transactionSource),
  /** Whose row it is. */
  user: userCard,
  xp: z.int(),
  coins: z.int(),
  /** "+", "-", or "" for no coins. */
  coins_sign: z.string(),
  coins_abs_formatted: z.string(),
  /** Coins that the viewer paid for what another user was paid for here, tax included; null where it was no purchase. */
  paid: z.nullable(z.int()),
  inventories: z.array(
    z.object({
      item: z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string() }),
      serial: z.nullable(z.int()),
    }),
  ),
  created_at: z.string(),
  created_at_formatted: z.string(),
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
  summary: "Your own ledger: what you earned and bought, or what others received from you.",
  access: "member",
  input: z.object({
    page: pageNumber,
    /** 0 or empty for any. */
    transaction_type: z._default(transactionType, 0),
    source_type: z._default(oneOf("Source type", SOURCE_FILTERS), ""),
    sort_by: z._default(oneOf("Sort", TRANSACTION_SORTS), "created_at"),
    order: z._default(oneOf("Order", ["desc", "asc"]), "desc"),
    /** To one (the default), or from one. */
    incoming: z._default(flag("Direction"), true),
  }),
  output: page(transaction),
});

export const grantRoute = route("POST", "/api/staff/users/{username}/grant", {
  summary: "Gives a user coins, XP or items, or takes coins away.",
  access: "admin",
  confirmed: true,
  input: z.object({
    coins: z._default(whole("Coins", { min: -LIMITS.price, max: LIMITS.price }), 0),
    xp: z._default(whole("XP", { min: 0, max: LIMITS.price }), 0),
    item_ids: z._default(
      z
        .array(z.int({ error: "Items must be ids." }), { error: "Items must be a list of ids." })
        .check(z.maxLength(10, "At most 10 items can be given at once.")),
      [],
    ),
    reason: text("Reason", { max: LIMITS.banReason }),
    client_id: z.optional(clientId),
  }),
  output: z.extend(message, { coins: z.int(), xp: z.int() }),
});
