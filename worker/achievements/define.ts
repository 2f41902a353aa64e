import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/client.ts";
import { ACHIEVEMENT_SETS, achievementPicture } from "#domain/achievements/sets.ts";

/** How many people a pass looks at for a new achievement. */
const LOOKED_AT = 2_000;

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

/**
 * Tells the database which achievements there are. One that is new, or asks for something else by now, has everybody still
 * to be looked at; what it gives may change without that.
 */
export async function defineAchievements(db: Database): Promise<void> {
  await db.all(
    statement(sql`insert into achievements (id, name, picture, stat, target, coins, xp, checked_to)
      select ${column("id")}, ${column("name")}, ${column("picture")}, ${column("stat")}, ${column("target")},
        ${column("coins")}, ${column("xp")}, 0
      from json_each(${DEFINITIONS}) n where true
      on conflict (id) do update set
        checked_to = case when stat = excluded.stat and target = excluded.target then checked_to else 0 end,
        name = excluded.name, picture = excluded.picture, stat = excluded.stat, target = excluded.target,
        coins = excluded.coins, xp = excluded.xp
      where (name, picture, stat, target, coins, xp) is not
        (excluded.name, excluded.picture, excluded.stat, excluded.target, excluded.coins, excluded.xp)`),
  );
}

/**
 * Looks at the next people for achievements that were defined after they had reached them, and puts those who have into
 * the queue. Called again and again until it answers false: nobody is left.
 */
export async function lookBack(db: Database): Promise<boolean> {
  const [[pending]] = await db.batch([
    statement<{ id: number; stat: string; target: number; checked_to: number }>(
      sql`select id, stat, target, checked_to from achievements where checked_to is not null order by id limit 1`,
    ),
  ]);
  if (!pending) return false;
  const { id, stat, target, checked_to } = pending;
  const column = sql.raw(stat);
  const next = sql`(select id, ${column} as reached from users where id > ${checked_to} order by id limit ${LOOKED_AT})`;
  // Whoever has been looked at twice, by two passes at once, is in the queue twice, which does no harm.
  await db.batch([
    statement(sql`insert into achievement_queue (user_id) select n.id from ${next} n where n.reached >= ${target}
      and not exists (select 1 from user_achievements where user_id = n.id and achievement_id = ${id})`),
    statement(sql`update achievements set checked_to = (select max(id) from ${next})
      where id = ${id} and checked_to = ${checked_to}`),
  ]);
  return true;
}
