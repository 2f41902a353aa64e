import { type Columns, Database, type SQL, sql, statement } from "#db/database.ts";
import { ACHIEVEMENT_STATS } from "#domain/achievements/sets.ts";
import { STAMP_COINS } from "#domain/first-night/stamps.ts";
import { payStamps } from "../first-night/stamps.ts";
import { LedgerBatch, notifyWallets, walletsQuery, withGold } from "../ledger/ledger-batch.ts";
import { notifyUser } from "../live/notify.ts";
import { deliverNotices } from "../notifications/queue.ts";

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
const dueAchievements = (
  users: SQL,
): SQL => sql`from users u cross join achievements a where u.id in (${users})
  and ${statValue} >= a.target
  and not exists (select 1 from user_achievements h where h.user_id = u.id and h.achievement_id = a.id)`;

/**
 * Statements that give users the achievements they have reached, with reward and notification, each only once: the
 * reward's ledger key contains the achievement and the user. Also pays for stamps. Deletes the queue rows in `entries`.
 */
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

/**
 * Awards achievements and stamps to the users that triggers have queued, and notifies them. Concurrent runs and crashes are
 * harmless: each pass is one transaction, and nothing in it happens twice.
 */
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
    const { stamps, wallets } = await db.batch(
      awardStatements(
        users,
        queue.map(({ id }) => id),
        Date.now(),
      ),
    );
    await notifyWallets(env, wallets);
    for (const { user_id, stamp } of stamps.paid)
      await notifyUser(env, user_id, { event: "StampEarned", stamp, coins: STAMP_COINS });
    hasAwarded = true;
  }
  if (hasAwarded) await deliverNotices(env);
}
