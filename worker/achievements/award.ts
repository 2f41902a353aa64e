import { type SQL, sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import { ACHIEVEMENT_STATS } from "#domain/achievements/sets.ts";
import type { Env } from "../env.ts";
import { Act, withGold } from "../ledger/movement.ts";
import { notifyWallets, type Wallet, walletsQuery } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";

/** How many people a pass takes from the queue; what one pass gives may put somebody into it again. */
const AT_ONCE = 50;
const MOST_PASSES = 20;

/** What the stat of achievement `a` is for user `u`. */
const reached: SQL = sql.join(
  [
    sql`case a.stat`,
    ...ACHIEVEMENT_STATS.map((stat) => sql.raw(`when '${stat}' then u.${stat}`)),
    sql`else 0 end`,
  ],
  sql` `,
);

/** Achievements that those people have reached and not got: `u`, `a`. */
const due = (users: SQL): SQL => sql`from users u cross join achievements a where u.id in (${users})
  and ${reached} >= a.target
  and not exists (select 1 from user_achievements h where h.user_id = u.id and h.achievement_id = a.id)`;

/**
 * Statements that give those people what they have reached, with the reward and the word of it, each once for ever: the
 * key of the reward names the achievement and the user. `entries` are rows of the queue, which go with it.
 */
function give(users: readonly number[], entries: readonly number[], now: number) {
  const act = new Act(now);
  const list = sql`select value from json_each(${JSON.stringify(users)})`;
  // A Notice (domain/notifications/notice.ts).
  const notice = sql`json_object('type', 'achievement', 'group', 'achievement:' || a.id, 'actor', null, 'title', a.name,
    'url', '/users/' || u.username || '/achievements', 'picture', a.picture)`;
  return [
    statement(
      sql`insert into notices (user_id, notice, created_at) select u.id, ${notice}, ${now} ${due(list)} order by a.id`,
    ),
    act.post(
      {
        key: sql`'achievement:' || a.id || ':' || u.id`,
        user: sql`u.id`,
        type: 12,
        source: { type: "achievement", id: sql`a.id` },
        coins: sql`a.coins`,
        xp: withGold(sql`a.xp`, now),
      },
      sql`${due(list)} and (a.coins > 0 or a.xp > 0)`,
    ),
    statement(
      sql`insert into user_achievements (user_id, achievement_id, created_at) select u.id, a.id, ${now} ${due(list)}`,
    ),
    act.spirit(list),
    statement(
      sql`delete from achievement_queue where id in (select value from json_each(${JSON.stringify(entries)}))`,
    ),
    walletsQuery(list),
  ] as const satisfies readonly Statement[];
}

/**
 * Gives what is due to those whom triggers have put into the queue, and tells them. Two at once, or one that dies, do no
 * harm: everything of a pass is one transaction, and nothing in it happens twice.
 */
export async function awardAchievements(env: Env): Promise<void> {
  const db = new Database(env.DB);
  let given = false;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const queue = await db.all(
      statement<{ id: number; user_id: number }>(
        sql`select id, user_id from achievement_queue order by id limit ${AT_ONCE}`,
      ),
    );
    if (queue.length === 0) break;
    const users = [...new Set(queue.map(({ user_id }) => user_id))];
    const answers: unknown[][] = await db.batch(
      give(
        users,
        queue.map(({ id }) => id),
        Date.now(),
      ),
    );
    await notifyWallets(env, answers.at(-1) as Wallet[]);
    given = true;
  }
  if (given) await deliverNotices(env);
}
