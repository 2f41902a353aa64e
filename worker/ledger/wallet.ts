import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Env } from "../env.ts";
import { notifyUser } from "../live/notify.ts";

/** What somebody has; the larger `ledger_id` is the newer truth. */
export interface Wallet {
  id: number;
  coins: number;
  xp: number;
  ledger_id: number;
}

/** The wallets of those people; `users` is a list of ids, or a select of them. */
export const walletsQuery = (users: SQL): Statement<Wallet> =>
  statement<Wallet>(sql`select id, coins, xp, ledger_id from users where id in (${users})`);

/** Tells people's open pages what they have now. */
export async function notifyWallets(env: Env, wallets: readonly Wallet[]): Promise<void> {
  await Promise.all(
    wallets.map(({ id, ...wallet }) => notifyUser(env, id, { event: "LedgerMoved", ...wallet })),
  );
}
