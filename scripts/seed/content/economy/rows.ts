import type { SourceType, TransactionType } from "#domain/transactions/types.ts";

/** A row of the ledger table. */
export interface SeedRow {
  id: number;
  key: string;
  user_id: number;
  type_id: TransactionType;
  source_type: SourceType;
  source_id: number;
  coins: number;
  xp: number;
  copies: [item: number, serial: number][] | null;
  previous_id: number | null;
  created_at: number;
}

/** A copy in its final state. */
export interface SeedCopy {
  user_id: number;
  item_id: number;
  serial: number | null;
  transaction_id: number | null;
  created_at: number;
}

/** A ledger entry to write, with its copies and previous row if any. */
export interface Posting {
  key: string;
  user: number;
  type: TransactionType;
  source: [SourceType, number];
  coins?: number;
  xp?: number;
  copies?: SeedRow["copies"];
  previous?: number | null;
}

export interface SeedAchievement {
  user_id: number;
  achievement_id: number;
  created_at: number;
}

export interface Resale {
  item_id: number;
  price: number;
  at: number;
}
