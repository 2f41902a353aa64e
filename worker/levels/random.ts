import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";

/**
 * A random public level. The next public level after a random id is one step along the primary key; where long ranges
 * of ids aren't public, it takes the newest of an index range.
 */
export async function randomLevel(d1: D1Database): Promise<number | null> {
  const row = await new Database(d1).first(
    statement<Columns<"levels", "id">>(sql`
      with dice as (select abs(random()) % max(1, (select coalesce(max(id), 1) from levels)) as roll,
        abs(random()) % 3 as face),
      kind as (select case face when 0 then '' when 1 then 'star collection' else 'free roam' end as name from dice)
      select coalesce(
        (select id from levels where visibility = 'public' and category = (select name from kind)
          and id >= (select roll from dice) order by id limit 1),
        (select id from levels where visibility = 'public' and category = (select name from kind)
          and id < (select roll from dice) order by id desc limit 1),
        (select id from levels where visibility = 'public' and category = '' order by id limit 1),
        (select id from levels where visibility = 'public' order by id limit 1)) as id`),
  );
  return row?.id ?? null;
}
