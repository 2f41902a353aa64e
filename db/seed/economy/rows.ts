import type { SourceType, TransactionType } from "#domain/transactions/types.ts";

/** A row of the ledger, as the table has it. */
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

/** A copy as it is in the end. */
export interface SeedCopy {
  user_id: number;
  item_id: number;
  serial: number | null;
  transaction_id: number | null;
  created_at: number;
}

/** What moves; copies and the row before it where there are any. */
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

export interface Achieved {
  user_id: number;
  achievement_id: number;
  created_at: number;
}

export interface Resale {
  item_id: number;
  price: number;
  at: number;
}
