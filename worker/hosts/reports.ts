import { sql } from "drizzle-orm";
import { Database, type Rows, type Statement, statement } from "#db/client.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { clearRoute, grantByLevelRoute } from "#domain/hosts/api.ts";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import { newYorkDay } from "#domain/time.ts";
import { awardAchievements } from "../achievements/award.ts";
import { type RunRow, recordRun } from "../clears/commands.ts";
import type { Env } from "../env.ts";
import { cacheClear } from "../http/cache.ts";
import { give } from "../ledger/grant.ts";
import { Act, withGold } from "../ledger/movement.ts";
import { notifyWallets, type Wallet, walletsQuery } from "../ledger/wallet.ts";
import { notifyUser } from "../live/notify.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { type Answer, done, refused } from "./calls.ts";

type Clear = OutputOf<typeof clearRoute>;

/** The same batch tells whether anything waits that follows from it. */
const FOLLOWS = statement<{ due: 0 | 1; notices: 0 | 1 }>(sql`select
  exists (select 1 from achievement_queue) as due, exists (select 1 from notices) as notices`);

const titleQuery = (level: number): Statement<{ title: string }> =>
  statement(sql`select title from levels where id = ${level}`);

/** What has become of a run, for whoever ran it. */
export function clearOf({ state, ms, previous_ms }: RunRow): Clear {
  const recorded = state === "counted" || state === "accepted";
  const best = recorded && (previous_ms === null || ms < previous_ms);
  return {
    recorded,
    reason: recorded ? null : "implausible",
    time_ms: ms,
    best_ms: best ? ms : previous_ms,
    first: recorded && previous_ms === null,
    best,
  };
}

/** Takes in a clear, once a call, and tells the player and whoever is due what follows from it. */
export async function reportClear(
  env: Env,
  {
    call,
    host,
    since,
    user_id,
    level_id,
    time_ms,
  }: InputOf<typeof clearRoute> & { call: string; host: number; since: number },
): Promise<Answer<Clear>> {
  const run = { call, host, user: user_id, level: level_id, ms: time_ms, since };
  const answers = await new Database(env.DB).batch([
    ...(recordRun(run, Date.now()) as readonly Statement[]),
    titleQuery(level_id),
    FOLLOWS,
  ]);
  const [[row], [wallet], [level], [follows]] = answers.slice(-4) as unknown as Rows<
    [Statement<RunRow>, Statement<Wallet>, Statement<{ title: string }>, typeof FOLLOWS]
  >;
  if (!row || !wallet || !level) return refused("not_found");
  const clear = clearOf(row);
  cacheClear();
  if (clear.recorded) await tellClear(env, user_id, { level_id, title: level.title, ...clear }, wallet);
  if (follows?.notices) await deliverNotices(env);
  if (follows?.due) await awardAchievements(env);
  return done(clear);
}

/** Tells a player's pages of a clear that counts, and what they have now. */
export async function tellClear(
  env: Env,
  user: number,
  { level_id, title, time_ms, best_ms, first, best }: Clear & { level_id: number; title: string },
  wallet: Wallet,
): Promise<void> {
  const event = "LevelCleared";
  await notifyUser(env, user, { event, level_id, title, time_ms, best_ms: best_ms ?? time_ms, first, best });
  await notifyWallets(env, [wallet]);
}

interface Given {
  coins: number;
  xp: number;
  copies: string | null;
}

const spent = (key: "coins" | "xp" | "items", level: number, day: string) =>
  sql`coalesce((select ${sql.raw(key)} from level_grants where level_id = ${level} and day = ${day}), 0)`;

/**
 * Gives what a level gives a player, all or nothing and once a call. A level gives items of its creator that are not limited,
 * and on a day of New York no more than LEVEL_DAILY_LIMITS to all players together.
 */
export async function giveByLevel(
  env: Env,
  call: string,
  { user_id, level_id, coins, xp, item_ids }: InputOf<typeof grantByLevelRoute>,
): Promise<Answer<OutputOf<typeof grantByLevelRoute>>> {
  const now = Date.now();
  const day = newYorkDay(now);
  const act = new Act(now);
  const key = `grant:${call}`;
  const ids = [...new Set(item_ids)];
  const wanted = sql`select i.id from items i join levels l on l.id = ${level_id}
    where i.user_id = l.user_id and i.stock is null and i.state = 'shown' and i.id in (select value from json_each(${JSON.stringify(ids)}))`;
  const { coins: mostCoins, xp: mostXp, items: mostItems } = LEVEL_DAILY_LIMITS;
  const hasRoom = sql`${spent("coins", level_id, day)} + ${coins} <= ${mostCoins}
    and ${spent("xp", level_id, day)} + ${xp} <= ${mostXp}
    and ${spent("items", level_id, day)} + ${ids.length} <= ${mostItems}`;
  const isTheirs = sql`(select count(*) from (${wanted})) = ${ids.length}`;
  const answers = await new Database(env.DB).batch([
    statement<{ room: 0 | 1; theirs: 0 | 1 }>(sql`select ${hasRoom} as room, ${isTheirs} as theirs`),
    ...give(
      act,
      {
        key,
        user: user_id,
        type: 6,
        source: { type: "level", id: level_id },
        coins,
        xp: withGold(xp, now),
        items: wanted,
        when: sql`${hasRoom} and ${isTheirs}`,
      },
      now,
    ),
    statement(sql`insert into level_grants (level_id, day, coins, xp, items)
      select ${level_id}, ${day}, ${coins}, ${xp}, ${ids.length} where ${act.wrote(key)}
      on conflict (level_id, day) do update set coins = coins + excluded.coins, xp = xp + excluded.xp,
        items = items + excluded.items`),
    act.spirit(sql`${user_id}`),
    statement<Given>(sql`select coins, xp, copies from transactions where key = ${key}`),
    walletsQuery(sql`${user_id}`),
    FOLLOWS,
  ]);
  const [before] = answers[0] as { room: 0 | 1; theirs: 0 | 1 }[];
  const [[given], wallets, [follows]] = answers.slice(-3) as unknown as Rows<
    [Statement<Given>, Statement<Wallet>, typeof FOLLOWS]
  >;
  if (!given)
    return before?.theirs
      ? refused("grant_limit")
      : refused("not_found", "A level gives unlimited items of its creator alone.");
  await notifyWallets(env, wallets);
  if (follows?.due) await awardAchievements(env);
  const copies = JSON.parse(given.copies ?? "[]") as [number, number][];
  return done({ coins: given.coins, xp: given.xp, item_ids: copies.map(([id]) => id) });
}
