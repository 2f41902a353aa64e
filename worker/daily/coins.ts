import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import type { Env } from "../env.ts";
import { Act } from "../ledger/movement.ts";
import { notifyWallets, walletsQuery } from "../ledger/wallet.ts";

/** How many members are paid with one transaction, and with how many of them in one run. */
const AT_ONCE = 500;
const MOST_PASSES = 40;

/**
 * Pays the day's coins to everybody who has Gold, 25 each and once a day of New York: the key of the row names the day. The
 * run remembers how far it has come, so the next one goes on there; two at once, or one that dies, pay nobody twice.
 */
export async function payDailyCoins(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const day = newYorkDay(now);
  for (let pass = 0; pass < MOST_PASSES; pass++) if (!(await payNext(env, db, day, now))) return;
}

/** Pays the next members; answers whether there may be more. */
async function payNext(env: Env, db: Database, day: string, now: number): Promise<boolean> {
  const [, [run]] = await db.batch([
    statement(sql`insert into daily_payments (day) values (${day}) on conflict do nothing`),
    statement<{ paid_to: number; finished_at: number | null }>(
      sql`select paid_to, finished_at from daily_payments where day = ${day}`,
    ),
  ]);
  if (!run || run.finished_at !== null) return false;
  const next = sql`select id from users indexed by users_gold
    where gold_until is not null and id > ${run.paid_to} and gold_until > ${now} order by id limit ${AT_ONCE}`;
  const [members] = await db.batch([statement<{ id: number }>(next)]);
  const ids = members.map(({ id }) => id);
  const last = ids.at(-1);
  const act = new Act(now);
  const list = sql`select value from json_each(${JSON.stringify(ids)})`;
  const [, , wallets] = await db.batch([
    act.post(
      {
        key: sql`'daily:' || ${day} || ':' || u.id`,
        user: sql`u.id`,
        type: 9,
        source: { type: "site", id: 0 },
        coins: DAILY_GOLD_COINS,
      },
      sql`from users u where u.id in (${list}) and u.gold_until > ${now}`,
    ),
    statement(sql`update daily_payments set paid_to = max(paid_to, ${last ?? 0}),
      finished_at = ${ids.length < AT_ONCE ? now : null} where day = ${day}`),
    // Who has no page open hears of it with the next one.
    walletsQuery(sql`select user_id from presence where user_id in (${list})`),
  ]);
  await notifyWallets(env, wallets);
  return ids.length === AT_ONCE;
}
