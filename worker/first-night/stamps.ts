import { type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { STAMP_COINS, STAMPS, type Stamp, stampBit } from "#domain/first-night/stamps.ts";
import type { LedgerBatch } from "../ledger/ledger-batch.ts";

/** A stamp that a batch has paid for. */
export interface PaidStamp extends ColumnsAs<"users", { user_id: "id" }> {
  stamp: Stamp;
}

const BITS = JSON.stringify(STAMPS.map((stamp) => [stamp, stampBit(stamp)]));
const key = sql`'first-night:' || (s.value ->> 0) || ':' || u.id`;

/** The stamps `s` that these users `u` have. `users` is a list of ids as SQL. */
const stampsOf = (users: SQL): SQL =>
  sql`from users u cross join json_each(${BITS}) s where u.id in (${users}) and u.first_night & (s.value ->> 1) <> 0`;

/** Pays these users for their stamps, each once per account, and returns those that this batch has paid. */
export const payStamps = (
  ledger: LedgerBatch,
  users: SQL,
): { pay: Statement; paid: Statement<PaidStamp> } => ({
  pay: ledger.post(
    { key, user: sql`u.id`, type: 9, source: { type: "site", id: 0 }, coins: STAMP_COINS },
    stampsOf(users),
  ),
  paid: statement`select u.id as user_id, s.value ->> 0 as stamp ${stampsOf(users)} and ${ledger.wrote(key)}`,
});
