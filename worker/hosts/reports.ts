import { type Columns, Database, first, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import type { clearRoute, grantByLevelRoute } from "#domain/hosts/api.ts";
import { LEVEL_DAILY_LIMITS } from "#domain/hosts/limits.ts";
import { newYorkDay } from "#domain/time.ts";
import { awardAchievements } from "../achievements/award.ts";
import { type ReportedRevision, type RunRow, recordRunStatements } from "../clears/commands.ts";
import { cacheClear } from "../http/cache.ts";
import {
  grantWithoutSpirit,
  LedgerBatch,
  notifyWallets,
  type Wallet,
  walletsQuery,
  withGold,
} from "../ledger/ledger-batch.ts";
import { notifyUser } from "../live/notify.ts";
import { pendingQuery } from "../outbox/effects.ts";
import { openDatabases } from "../outbox/relay.ts";
import { finishWork, relayPlay } from "../runs/relay-play.ts";
import { failure, type HostResult, success } from "./idempotent-calls.ts";
import { PENDING_WORK } from "./pending-work.ts";

type Clear = OutputOf<typeof clearRoute>;

type ReportedLevel = ReportedRevision & Columns<"levels", "title">;

/** Selects what a report needs to know. Nothing without the level or the user. */
export const reportedLevelQuery = (level: number, user: number, joinedAt: number): Statement<ReportedLevel> =>
  statement`select l.title, n.content as current, j.revision, coalesce(v.content, '') as content,
      coalesce((select min(fastest_ms) from level_revisions
        where level_id = l.id and revision >= j.revision), 0) as floor_ms
    from (select coalesce((select max(revision) from level_revisions
        where level_id = ${level} and created_at <= ${joinedAt}), 1) as revision) j
      cross join levels l on l.id = ${level} cross join users u on u.id = ${user}
      cross join level_revisions n on n.level_id = l.id and n.revision = l.revision
      left join level_revisions v on v.level_id = l.id and v.revision = j.revision`;

/** The outcome of a run, for its player. */
export function clearResult(run: RunRow): Clear {
  const { state, ms, previous_ms } = run;
  const recorded = state === "counted" || state === "accepted";
  const best = recorded && run.best === 1;
  return {
    recorded,
    reason: recorded ? null : "implausible",
    time_ms: ms,
    best_ms: best ? ms : previous_ms,
    first: recorded && run.first === 1,
    best,
  };
}

/** Records a clear, once per call, and notifies the player and everyone affected. */
export async function reportClear(
  env: Env,
  {
    reportKey,
    host,
    joinedAt,
    user_id,
    level_id,
    time_ms,
  }: InputOf<typeof clearRoute> & { reportKey: string; host: number; joinedAt: number },
  now = Date.now(),
): Promise<HostResult<Clear>> {
  const { main, play } = openDatabases(env);
  const level = await main.first(reportedLevelQuery(level_id, user_id, joinedAt));
  if (!level) return failure("not_found");
  const run = { reportKey, host, user: user_id, level: level_id, ms: time_ms };
  const {
    recorded: { run: row },
    pending,
  } = await play.batch({
    recorded: recordRunStatements(run, level, now),
    pending: pendingQuery("main"),
  });
  if (!row) return failure("not_found");
  const outcome = await relayPlay(env, pending, user_id);
  const clear = clearResult(row);
  cacheClear();
  if (clear.recorded && outcome?.wallet)
    await notifyClear(env, user_id, { level_id, title: level.title, ...clear }, outcome.wallet);
  await finishWork(env, outcome);
  return success(clear);
}

/** Notifies a player's tabs of a counted clear and their new balance. */
export async function notifyClear(
  env: Env,
  user: number,
  { level_id, title, time_ms, best_ms, first, best }: Clear & { level_id: number; title: string },
  wallet: Wallet,
): Promise<void> {
  const event = "LevelCleared";
  await notifyUser(env, user, { event, level_id, title, time_ms, best_ms: best_ms ?? time_ms, first, best });
  await notifyWallets(env, [wallet]);
}

const grantedToday = (key: "coins" | "xp" | "items", level: number, day: string) =>
  sql`coalesce((select ${sql.raw(key)} from level_grants where level_id = ${level} and day = ${day}), 0)`;

/** Grants a level's rewards, all or nothing, once per call: own items, and up to LEVEL_DAILY_LIMITS. */
export async function grantByLevel(
  env: Env,
  reportKey: string,
  { user_id, level_id, coins, xp, item_ids }: InputOf<typeof grantByLevelRoute>,
): Promise<HostResult<OutputOf<typeof grantByLevelRoute>>> {
  const now = Date.now();
  const day = newYorkDay(now);
  const ledger = new LedgerBatch(now);
  const key = `grant:${reportKey}`;
  const ids = [...new Set(item_ids)];
  const items = sql`select i.id from items i join levels l on l.id = ${level_id}
    where i.user_id = l.user_id and i.stock is null and i.state = 'shown' and i.id in (select value from json_each(${JSON.stringify(ids)}))`;
  const { coins: maxCoins, xp: maxXp, items: maxItems } = LEVEL_DAILY_LIMITS;
  const hasRoom = sql`${grantedToday("coins", level_id, day)} + ${coins} <= ${maxCoins}
    and ${grantedToday("xp", level_id, day)} + ${xp} <= ${maxXp}
    and ${grantedToday("items", level_id, day)} + ${ids.length} <= ${maxItems}`;
  const areCreatorsItems = sql`(select count(*) from (${items})) = ${ids.length}`;
  const { before, granted, wallets, pending } = await new Database(env.DB).batch({
    before: first<{ room: 0 | 1; theirs: 0 | 1 }>`select ${hasRoom} as room, ${areCreatorsItems} as theirs`,
    grant: grantWithoutSpirit(
      ledger,
      {
        key,
        user: user_id,
        type: 6,
        source: { type: "level", id: level_id },
        coins,
        xp: withGold(xp, now),
        items,
        when: sql`${hasRoom} and ${areCreatorsItems}`,
      },
      now,
    ),
    today: statement`insert into level_grants (level_id, day, coins, xp, items)
      select ${level_id}, ${day}, ${coins}, ${xp}, ${ids.length} where ${ledger.wrote(key)}
      on conflict (level_id, day) do update set coins = coins + excluded.coins, xp = xp + excluded.xp,
        items = items + excluded.items`,
    spiritLevels: ledger.paySpiritLevels(sql`${user_id}`),
    granted: first<Columns<"transactions", "coins" | "xp" | "copies">>`select coins, xp, copies
      from transactions where key = ${key}`,
    wallets: walletsQuery(sql`${user_id}`),
    pending: first(PENDING_WORK),
  });
  if (!granted)
    return before?.theirs
      ? failure("grant_limit")
      : failure("not_found", "A level can only give unlimited items made by its creator.");
  await notifyWallets(env, wallets);
  if (pending?.due) await awardAchievements(env);
  const copies = JSON.parse(granted.copies ?? "[]") as [number, number][];
  return success({ coins: granted.coins, xp: granted.xp, item_ids: copies.map(([id]) => id) });
}
