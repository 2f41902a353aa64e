import type { DatabaseSync } from "node:sqlite";

/** Each counter and what it counts: a select of how many rows are wrong. */
const COUNTERS: Record<string, string> = {
  "levels.comments_count": `select count(*) as n from levels l where comments_count <>
    (select count(*) from comments where target_type = 'level' and target_id = l.id and deleted_at is null)`,
  "levels.favorites_count": `select count(*) as n from levels l where favorites_count <>
    (select count(*) from favorites where target_type = 'level' and target_id = l.id)`,
  "levels.ratings_count and sums": `select count(*) as n from levels l where (ratings_count, rating_sum, difficulty_sum) <>
    (select count(*), coalesce(sum(rating), 0), coalesce(sum(difficulty), 0) from ratings where level_id = l.id)`,
  "levels' scores": `select count(*) as n from levels where
    rating_score is not case when ratings_count then (rating_sum + 50.0) / (ratings_count + 10) end
    or difficulty_score is not case when ratings_count then (difficulty_sum + 50.0) / (ratings_count + 10) end`,
  "levels.clears_count": `select count(*) as n from levels l where clears_count <>
    (select count(*) from clears where level_id = l.id)`,
  "users.levels_count": `select count(*) as n from users u where levels_count <>
    (select count(*) from levels where user_id = u.id and visibility <> 'deleted')`,
  "users.clears_count": `select count(*) as n from users u where clears_count <>
    (select count(*) from clears where user_id = u.id)`,
  "users.comments_count": `select count(*) as n from users u where comments_count <>
    (select count(*) from comments where target_type = 'user' and target_id = u.id and deleted_at is null)`,
  "users.coins and xp": `select count(*) as n from users u where (coins, xp) <>
    (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = u.id)`,
  "the counters table": `with truth(name, value) as (
      select 'users', count(*) from users
      union all select 'clears', count(*) from clears
      union all select 'playing', coalesce(sum(playing_count), 0) from levels
      union all select 'levels:' || visibility || ':' || category, count(*) from levels group by visibility, category
      union all select 'rated:' || visibility || ':' || category, count(*) from levels
        where rating_score is not null group by visibility, category)
    select count(*) as n from truth t full join counters c on c.name = t.name
      where coalesce(t.value, 0) <> coalesce(c.value, 0)`,
  rating_groups: `with scoped(scope, scope_id, rating, difficulty) as (
      select 'site', 0, rating, difficulty from ratings
      union all select 'level', level_id, rating, difficulty from ratings
      union all select 'user', user_id, rating, difficulty from ratings),
    truth as (select scope, scope_id, rating * 10 + difficulty - 11 as place, count(*) as n
      from scoped group by scope, scope_id, place),
    kept as (select scope, scope_id, j.key as place, j.value as n from rating_groups, json_each(counts) j)
    select count(*) as n from truth t full join kept k
      on k.scope = t.scope and k.scope_id = t.scope_id and k.place = t.place where coalesce(t.n, 0) <> coalesce(k.n, 0)`,
  "rows of level_search": `select
    (select count(*) from (select search_row from levels where search_row is not null except select id from level_search_docsize))
    + (select count(*) from (select id from level_search_docsize except select search_row from levels)) as n`,
  "rows of user_search": `select
    (select count(*) from (select id from users except select id from user_search_docsize))
    + (select count(*) from (select id from user_search_docsize except select id from users)) as n`,
  "levels that their title does not find": `select count(*) as n from levels l where search_row is not null and not exists
    (select 1 from level_search where level_search match 'title : "' || l.title || '"' and rowid = l.search_row)`,
  "levels without their newest revision": `select count(*) as n from levels l where revision <>
    (select coalesce(max(revision), 0) from level_revisions where level_id = l.id)
    or revision <> (select count(*) from level_revisions where level_id = l.id)`,
  "rows with a parent missing": "select count(*) as n from pragma_foreign_key_check",
  "complaints of SQLite's own check": `select count(*) as n from pragma_integrity_check where integrity_check <> 'ok'`,
};

/** How many rows each counter is wrong in, recomputed from the rows themselves. */
export function wrongCounters(db: DatabaseSync): [name: string, wrong: number][] {
  return Object.entries(COUNTERS).map(([name, sql]) => [name, Number(db.prepare(sql).get()?.n)]);
}
