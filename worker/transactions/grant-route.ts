import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type App, handle } from "../http/handle.ts";
import { grant } from "../ledger/grant.ts";
import { Act } from "../ledger/movement.ts";
import { notifyWallets, type Wallet, walletsQuery } from "../ledger/wallet.ts";
import { auditEntry } from "../moderation/audit.ts";
import { userNamed } from "../users/queries.ts";

export function grantRoutes(app: App): void {
  handle(app, grantRoute, async ({ params, input, gate, viewer, defer, env, now }) => {
    const { coins, xp, item_ids, reason } = input;
    const [[user]] = await gate.read(
      statement<{ id: number }>(sql`select id from users where id = ${userNamed(params.username)}`),
    );
    if (!user) throw new ApiError("not_found", { message: "There is no user of this name." });
    if (coins === 0 && xp === 0 && item_ids.length === 0)
      throw new ApiError("invalid", {
        message: "Say what to give.",
        errors: { coins: ["Say what to give."] },
      });
    const act = new Act(now);
    const key = `grant:${viewer.id}:${input.client_id ?? crypto.randomUUID()}`;
    const source = { type: "user", id: viewer.id } as const;
    // The batch's own rows are the last ones of the ledger.
    const given = (column: string) => sql`(select sum(${sql.raw(column)}) from transactions
      where id >= ${act.row(key)} and user_id = ${user.id})`;
    const audit = auditEntry(
      {
        actor_id: viewer.id,
        action: "user.grant",
        subject_type: "user",
        subject_id: user.id,
        reason,
        details: { coins, xp, item_ids },
        before: sql`(select json_object('coins', coins - ${given("coins")}, 'xp', xp - ${given("xp")})
          from users where id = ${user.id})`,
        after: sql`(select json_object('coins', coins, 'xp', xp) from users where id = ${user.id})`,
      },
      now,
      act.wrote(key),
    );
    const answers = await gate.write(
      ...grant(act, { key, user: user.id, type: 5, source, coins, xp, items: item_ids }, now),
      audit,
      walletsQuery(sql`${user.id}`),
      statement<{ id: number }>(sql`select id from transactions where key = ${key}`),
    );
    const [[wallet], [row]] = answers.slice(-2) as [Wallet[], { id: number }[]];
    if (!row || !wallet)
      throw new ApiError("too_few_coins", { message: "They don't have that many coins to take away." });
    defer(notifyWallets(env, [wallet]));
    return { message: `Given to ${params.username}.`, coins: wallet.coins, xp: wallet.xp };
  });
}
