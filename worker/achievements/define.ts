import { type Columns, type Database, type Present, sql, statement } from "#db/database.ts";
import { ACHIEVEMENT_SETS, achievementPicture } from "#domain/achievements/sets.ts";

/** Users checked per pass for a new achievement. */
const USERS_PER_PASS = 2_000;

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
 * Stores the defined achievements in the database. For a new one, or one with a changed condition, all users will be
 * checked again; a changed reward needs no check.
 */
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

/**
 * Checks the next users for achievements that were defined after they had reached them, and queues those users. Call
 * it until it returns false.
 */
export async function backfillAchievements(db: Database): Promise<boolean> {
  const pending = await db.first(
    statement<
      Columns<"achievements", "id" | "stat" | "target"> & Present<Columns<"achievements", "checked_to">>
    >`select id, stat, target, checked_to from achievements where checked_to is not null order by id limit 1`,
  );
  if (!pending) return false;
  const { id, stat, target, checked_to } = pending;
  const column = sql.raw(stat);
  const next = sql`(select id, ${column} as reached from users where id > ${checked_to} order by id limit ${USERS_PER_PASS})`;
  // Two concurrent passes may queue a user twice, which is harmless.
  await db.batch({
    users: statement`insert into achievement_queue (user_id) select n.id from ${next} n where n.reached >= ${target}
      and not exists (select 1 from user_achievements where user_id = n.id and achievement_id = ${id})`,
    progress: statement`update achievements set checked_to = (select max(id) from ${next})
      where id = ${id} and checked_to = ${checked_to}`,
  });
  return true;
}
