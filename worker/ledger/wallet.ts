import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import { notifyUser } from "../live/notify.ts";

/** A user's coins and XP. The one with the larger `ledger_id` is newer. */
export type Wallet = Columns<"users", "id" | "coins" | "xp" | "ledger_id">;

/** Selects users' wallets; `users` is a list of ids, or a select of them. */
export const walletsQuery = (users: SQL): Statement<Wallet> =>
  statement<Wallet>(sql`select id, coins, xp, ledger_id from users where id in (${users})`);

/** Notifies users' pages of their new balances. */
export async function notifyWallets(env: Env, wallets: readonly Wallet[]): Promise<void> {
  await Promise.all(
    wallets.map(({ id, ...wallet }) => notifyUser(env, id, { event: "LedgerMoved", ...wallet })),
  );
}
