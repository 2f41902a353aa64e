import { type Columns, first, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { grant } from "../ledger/grant.ts";
import { LedgerBatch, notifyWallets, walletsQuery } from "../ledger/ledger-batch.ts";
import { auditEntry } from "../moderation/audit.ts";
import { userIdByName } from "../users/present.ts";

export function grantRoutes(app: HonoApp): void {
  handle(app, grantRoute, async ({ params, input, gate, viewer, defer, env, now }) => {
    const { coins, xp, item_ids, reason } = input;
    const user = await gate.first(statement<Columns<"users", "id">>`select id from users
      where id = ${userIdByName(params.username)}`);
    if (!user) throw new ApiError("not_found", { message: "No one has this name." });
    if (coins === 0 && xp === 0 && item_ids.length === 0)
      throw new ApiError("invalid", {
        message: "Enter something to give.",
        errors: { coins: ["Enter something to give."] },
      });
    const ledger = new LedgerBatch(now);
    const key = `grant:${viewer.id}:${input.client_id ?? crypto.randomUUID()}`;
    const source = { type: "user", id: viewer.id } as const;
    // This batch's rows are the last ones of the ledger. An index would read all rows of the user.
    const granted = (column: string) => sql`(select sum(${sql.raw(column)}) from transactions not indexed
      where id >= ${ledger.rowId(key)} and user_id = ${user.id})`;
    const audit = auditEntry(
      {
        actor_id: viewer.id,
        action: "user.grant",
        subject_type: "user",
        subject_id: user.id,
        reason,
        details: { coins, xp, item_ids },
        before: sql`(select json_object('coins', coins - ${granted("coins")}, 'xp', xp - ${granted("xp")})
          from users where id = ${user.id})`,
        after: sql`(select json_object('coins', coins, 'xp', xp) from users where id = ${user.id})`,
      },
      now,
      ledger.wrote(key),
    );
    const { wallet, row } = await gate.write({
      grant: grant(ledger, { key, user: user.id, type: 5, source, coins, xp, items: item_ids }, now),
      audit,
      wallet: first(walletsQuery(sql`${user.id}`)),
      row: first<Columns<"transactions", "id">>`select id from transactions where key = ${key}`,
    });
    if (!row || !wallet) throw new ApiError("too_few_coins", { message: "They don't have that many coins." });
    defer(notifyWallets(env, [wallet]));
    return { message: `Given to ${params.username}.`, coins: wallet.coins, xp: wallet.xp };
  });
}
