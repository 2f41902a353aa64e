import { type Columns, Database, first, sql, statement } from "#db/database.ts";
import { DAILY_GOLD_COINS } from "#domain/daily/rules.ts";
import { newYorkDay } from "#domain/time.ts";
import { LedgerBatch, notifyWallets, walletsQuery } from "../ledger/ledger-batch.ts";

/** Members paid per transaction, and transactions per run. */
const MEMBERS_PER_PASS = 500;
const MAX_PASSES = 40;

/** Pays daily coins to Gold members, once per day (New York) by ledger key. Progress is stored. */
export async function payDailyCoins(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const day = newYorkDay(now);
  for (let pass = 0; pass < MAX_PASSES; pass++) if (!(await payNext(env, db, day, now))) return;
}

/** Pays the next members; returns whether there may be more. */
async function payNext(env: Env, db: Database, day: string, now: number): Promise<boolean> {
  const { run } = await db.batch({
    day: statement`insert into daily_payments (day) values (${day}) on conflict do nothing`,
    run: first<Columns<"daily_payments", "paid_to" | "finished_at">>`select paid_to, finished_at
      from daily_payments where day = ${day}`,
  });
  if (!run || run.finished_at !== null) return false;
  const next = sql`select id from users indexed by users_gold
    where gold_until is not null and id > ${run.paid_to} and gold_until > ${now} order by id limit ${MEMBERS_PER_PASS}`;
  const members = await db.all(statement<Columns<"users", "id">>(next));
  const ids = members.map(({ id }) => id);
  const last = ids.at(-1);
  const ledger = new LedgerBatch(now);
  const list = sql`select value from json_each(${JSON.stringify(ids)})`;
  const { wallets } = await db.batch({
    coins: ledger.post(
      {
        key: sql`'daily:' || ${day} || ':' || u.id`,
        user: sql`u.id`,
        type: 9,
        source: { type: "site", id: 0 },
        coins: DAILY_GOLD_COINS,
      },
      sql`from users u where u.id in (${list}) and u.gold_until > ${now}`,
    ),
    progress: statement`update daily_payments set paid_to = max(paid_to, ${last ?? 0}),
      finished_at = ${ids.length < MEMBERS_PER_PASS ? now : null} where day = ${day}`,
    // Members who are offline get their new balance with their next page.
    wallets: walletsQuery(sql`select user_id from presence where user_id in (${list})`),
  });
  await notifyWallets(env, wallets);
  return ids.length === MEMBERS_PER_PASS;
}
