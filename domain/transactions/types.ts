/** The types of ledger entries by number (spec 3 §9). */
export const TRANSACTION_TYPES = {
  1: "Purchase",
  2: "Daily Challenge",
  3: "Challenge",
  4: "Event Reward",
  5: "Granted by User",
  6: "Granted by Level",
  7: "Granted by Item",
  8: "Spirit Reward",
  9: "Default",
  12: "Achievement",
} as const;
export type TransactionType = keyof typeof TRANSACTION_TYPES;

export const TRANSACTION_TYPE_IDS = Object.keys(TRANSACTION_TYPES).map(Number) as TransactionType[];

/** Sources of coins, XP and copies. `site` has the id 0, `spirit` the level's; a `day` the number of its folded rows. */
export const SOURCE_TYPES = [
  "site",
  "user",
  "item",
  "level",
  "challenge",
  "event",
  "spirit",
  "achievement",
  "day",
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** A type and a source as one number, by which the ledger's indexes begin. */
export const transactionKind = (type: TransactionType, source: SourceType): number =>
  type * 16 + SOURCE_TYPES.indexOf(source);

/** Types without XP, which the ledger's XP indexes leave out. */
export const TYPES_WITHOUT_XP: readonly TransactionType[] = [1, 8];

export const TRANSACTION_SORTS = ["created_at", "coins", "xp"] as const;
export type TransactionSort = (typeof TRANSACTION_SORTS)[number];
/** Any source, or people only (spec 3 §9). */
export const SOURCE_FILTERS = ["", "user"] as const;
export type SourceFilter = (typeof SOURCE_FILTERS)[number];
