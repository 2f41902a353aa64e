import { type Columns, Database, type Present, type SQL, sql, statement } from "#db/database.ts";
import { ACHIEVEMENT_SETS, ACHIEVEMENT_STATS, achievementPicture } from "#domain/achievements/sets.ts";
import { STAMP_COINS } from "#domain/first-night/stamps.ts";
import { payStamps } from "../first-night/stamps.ts";
import { LedgerBatch, notifyWallets, walletsQuery, withGold } from "../ledger/ledger-batch.ts";
import { notifyUser } from "../live/notify.ts";
import { deliverNotices } from "../notifications/queue.ts";

/** Users checked per pass for a new achievement. */
const USERS_CHECKED = 2_000;

const DEFINITIONS = JSON.stringify(
  ACHIEVEMENT_SETS.flatMap(({ slug, stat, achievements }) =>
    achievements.map(({ id, name, value, reward }) => ({
      id,
      name,
      picture: achievementPicture(slug),
      stat,
      target: value,
      coins: reward?.coins ?? 0,
      xp: reward?.xp ?? 0,
    })),
  ),
);

const column = (name: string) => sql.raw(`n.value ->> '${name}'`);

/** Stores the defined achievements. A new condition checks all users again, a new reward doesn't. */
export async function defineAchievements(db: Database): Promise<void> {
  await db.all(
    statement`insert into achievements (id, name, picture, stat, target, coins, xp, checked_to)
      select ${column("id")}, ${column("name")}, ${column("picture")}, ${column("stat")}, ${column("target")},
        ${column("coins")}, ${column("xp")}, 0
      from json_each(${DEFINITIONS}) n where true
      on conflict (id) do update set
        checked_to = case when stat = excluded.stat and target = excluded.target then checked_to else 0 end,
        name = excluded.name, picture = excluded.picture, stat = excluded.stat, target = excluded.target,
        coins = excluded.coins, xp = excluded.xp
      where (name, picture, stat, target, coins, xp) is not
        (excluded.name, excluded.picture, excluded.stat, excluded.target, excluded.coins, excluded.xp)`,
  );
}

/** Queues the next users who already meet a new achievement. Call it until it returns false. */
export async function backfillAchievements(db: Database): Promise<boolean> {
  const pending = await db.first(
    statement<
      Columns<"achievements", "id" | "stat" | "target"> & Present<Columns<"achievements", "checked_to">>
    >`select id, stat, target, checked_to from achievements where checked_to is not null order by id limit 1`,
  );
  if (!pending) return false;
  const { id, stat, target, checked_to } = pending;
  const column = sql.raw(stat);
  const next = sql`(select id, ${column} as reached from users where id > ${checked_to} order by id limit ${USERS_CHECKED})`;
  // Two concurrent passes may queue a user twice, which is harmless.
  await db.batch({
    users: statement`insert into achievement_queue (user_id) select n.id from ${next} n where n.reached >= ${target}
      and not exists (select 1 from user_achievements where user_id = n.id and achievement_id = ${id})`,
    progress: statement`update achievements set checked_to = (select max(id) from ${next})
      where id = ${id} and checked_to = ${checked_to}`,
  });
  return true;
}

/** Users per pass; the rewards of one pass may queue users again. */
const USERS_PER_PASS = 50;
const MAX_PASSES = 20;

/** The value of achievement `a`'s stat for user `u`. */
const statValue: SQL = sql.join(
  [
    sql`case a.stat`,
    ...ACHIEVEMENT_STATS.map((stat) => sql.raw(`when '${stat}' then u.${stat}`)),
    sql`else 0 end`,
  ],
  sql` `,
);

/** Achievements `a` that these users `u` have reached but don't have yet. */
const dueAchievements = (users: SQL) => sql`from users u cross join achievements a where u.id in (${users})
  and ${statValue} >= a.target
  and not exists (select 1 from user_achievements h where h.user_id = u.id and h.achievement_id = a.id)`;

/** Gives users the achievements and stamps they reached, once each by ledger key; deletes `entries`. */
function awardStatements(users: readonly number[], entries: readonly number[], now: number) {
  const ledger = new LedgerBatch(now);
  const list = sql`select value from json_each(${JSON.stringify(users)})`;
  // A Notice (domain/notifications/notice.ts).
  const notice = sql`json_object('type', 'achievement', 'group', 'achievement:' || a.id, 'actor', null, 'title', a.name,
    'url', '/users/' || u.username || '/achievements', 'picture', a.picture)`;
  return {
    notices: statement`insert into notices (user_id, notice, created_at) select u.id, ${notice}, ${now} ${dueAchievements(list)} order by a.id`,
    rewards: ledger.post(
      {
        key: sql`'achievement:' || a.id || ':' || u.id`,
        user: sql`u.id`,
        type: 12,
        source: { type: "achievement", id: sql`a.id` },
        coins: sql`a.coins`,
        xp: withGold(sql`a.xp`, now),
      },
      sql`${dueAchievements(list)} and (a.coins > 0 or a.xp > 0)`,
    ),
    achievements: statement`insert into user_achievements (user_id, achievement_id, created_at) select u.id, a.id, ${now} ${dueAchievements(list)}`,
    spiritLevels: ledger.paySpiritLevels(list),
    queue: statement`delete from achievement_queue where id in (select value from json_each(${JSON.stringify(entries)}))`,
    stamps: payStamps(ledger, list),
    wallets: walletsQuery(list),
  };
}

/** Awards queued users' achievements and stamps. Each pass is one transaction, so a crash is harmless. */
export async function awardAchievements(env: Env): Promise<void> {
  const db = new Database(env.DB);
  let hasAwarded = false;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const queue = await db.all(
      statement<Columns<"achievement_queue", "id" | "user_id">>`select id, user_id from achievement_queue
        order by id limit ${USERS_PER_PASS}`,
    );
    if (queue.length === 0) break;
    const users = [...new Set(queue.map(({ user_id }) => user_id))];
    const entries = queue.map(({ id }) => id);
    const { stamps, wallets } = await db.batch(awardStatements(users, entries, Date.now()));
    await notifyWallets(env, wallets);
    for (const { user_id, stamp } of stamps.paid)
      await notifyUser(env, user_id, { event: "StampEarned", stamp, coins: STAMP_COINS });
    hasAwarded = true;
  }
  if (hasAwarded) await deliverNotices(env);
}
