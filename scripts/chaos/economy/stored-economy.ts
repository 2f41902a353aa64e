import type { DatabaseSync } from "node:sqlite";

/** A stored row of the ledger. */
export interface StoredLedgerRow {
  id: number;
  key: string;
  user_id: number;
  type_id: number;
  source_type: string;
  source_id: number;
  coins: number;
  xp: number;
  copies: [item: number, serial: number][];
  previous_id: number | null;
  created_at: number;
}

export interface StoredCopy {
  id: number;
  user_id: number;
  item_id: number;
  serial: number | null;
  transaction_id: number | null;
  resale_price: number | null;
}

export interface StoredItem {
  id: number;
  type_id: 1 | 2 | 3 | 4 | 5 | 6;
  user_id: number;
  stock: number | null;
  sold_out: 0 | 1;
  sales_count: number;
}

export interface StoredUser {
  id: number;
  coins: number;
  xp: number;
  spirit_level: number;
  gold_until: number | null;
}

/** A stopped site's stored economy. */
export interface StoredEconomy {
  rows: StoredLedgerRow[];
  byKey: Map<string, StoredLedgerRow[]>;
  copies: StoredCopy[];
  items: Map<number, StoredItem>;
  users: StoredUser[];
}

/** Whether a row is a purchase of a copy, from the site or from a member. */
export const isPurchase = ({ type_id, source_type, copies }: StoredLedgerRow): boolean =>
  type_id === 1 && source_type === "item" && copies.length > 0;
/** Whether a row is a seller's share. */
export const isShare = ({ type_id, source_type }: StoredLedgerRow): boolean =>
  type_id === 1 && source_type === "user";

export function readEconomy(db: DatabaseSync): StoredEconomy {
  const all = <T>(sql: string) => db.prepare(sql).all() as T[];
  const rows = all<Omit<StoredLedgerRow, "copies"> & { copies: string | null }>(
    "select * from transactions order by id",
  ).map(
    (row): StoredLedgerRow => ({
      ...row,
      copies: JSON.parse(row.copies ?? "[]") as StoredLedgerRow["copies"],
    }),
  );
  const items = all<StoredItem>("select id, type_id, user_id, stock, sold_out, sales_count from items");
  return {
    rows,
    byKey: Map.groupBy(rows, ({ key }) => key),
    copies: all(
      "select id, user_id, item_id, serial, transaction_id, resale_price from inventory order by id",
    ),
    items: new Map(items.map((item) => [item.id, item])),
    users: all("select id, coins, xp, spirit_level, gold_until from users order by id"),
  };
}
