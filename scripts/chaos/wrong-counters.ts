import type { DatabaseSync } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";

/** A query for the number of rows that only one of two queries returns, in time proportional to the rows. */
const differences = (
  truth: string,
  stored: string,
): string => `with truth as (${truth}), stored as (${stored})
  select (select count(*) from (select * from truth except select * from stored))
    + (select count(*) from (select * from stored except select * from truth)) as n`;

/** A query for each counter of the main database that returns the number of wrong rows. */
const MAIN: Record<string, string> = {
  "levels.comments_count": `select count(*) as n from levels l where comments_count <>
    (select count(*) from comments where target_type = 'level' and target_id = l.id and deleted_at is null)`,
  "levels.favorites_count": `with truth as materialized (
      select target_id as id, count(*) as n from favorites where target_type = 'level' group by target_id)
    select count(*) as n from levels l left join truth t using (id) where favorites_count <> coalesce(t.n, 0)`,
  "levels.ratings_count and sums": `select count(*) as n from levels l where (ratings_count, rating_sum, difficulty_sum) <>
    (select count(*), coalesce(sum(rating), 0), coalesce(sum(difficulty), 0) from ratings where level_id = l.id)`,
  "levels' scores": `select count(*) as n from levels where
    rating_score is not case when ratings_count then (rating_sum + 50.0) / (ratings_count + 10) end
    or difficulty_score is not case when ratings_count then (difficulty_sum + 50.0) / (ratings_count + 10) end`,
  "levels.playing_count": `select count(*) as n from levels l where playing_count <>
    (select coalesce(sum(players), 0) from host_levels where level_id = l.id)`,
  "levels.recent_count": `select count(*) as n from levels l where recent_count <>
    (select coalesce(sum(plays + clears), 0) from level_days where level_id = l.id and expired = 0)`,
  // Days go back a year or less, and deleted activity still counts in its day.
  "level_days that count more than happened": `select
    (select count(*) from level_days where players > plays or first_clears > clears or rating_sum not between ratings and 10 * ratings)
    + (select count(*) from levels l join (select level_id, sum(plays) as plays, max(players) as players,
        sum(first_clears) as first_clears from level_days group by level_id) d on d.level_id = l.id
      where d.plays > l.plays_count or d.players > l.visitors_count or d.first_clears > l.clears_count) as n`,
  "users.levels_count": `select count(*) as n from users u where levels_count <>
    (select count(*) from levels where user_id = u.id and visibility <> 'deleted')`,
  "users.public_levels_count": `select count(*) as n from users u where public_levels_count <>
    (select count(*) from levels where user_id = u.id and visibility = 'public')`,
  "users.comments_count": `select count(*) as n from users u where comments_count <>
    (select count(*) from comments where target_type = 'user' and target_id = u.id and deleted_at is null)`,
  "users.coins and xp": `select count(*) as n from users u where (coins, xp) <>
    (select coalesce(sum(coins), 0), coalesce(sum(xp), 0) from transactions where user_id = u.id)`,
  "users' counts of what they did": `select count(*) as n from users u where
    (ratings_count, comments_written, purchases_count, sales_count, challenges_count, achievements_count, wishes_count) <> (
      (select count(*) from ratings where user_id = u.id),
      (select count(*) from comments where user_id = u.id),
      (select count(*) from transactions where user_id = u.id and type_id = 1 and source_type = 'item' and copies is not null),
      (select count(*) from transactions where user_id = u.id and type_id = 1 and source_type = 'user'),
      (select count(*) from transactions where user_id = u.id and type_id = 2),
      (select count(*) from user_achievements where user_id = u.id),
      (select count(*) from wishes where user_id = u.id))`,
  "users' newest row of the ledger": `select count(*) as n from users u where ledger_id <>
    (select coalesce(max(id), 0) from transactions where user_id = u.id)`,
  transaction_totals: differences(
    `select user_id, 1, type_id, source_type, count(*), sum(coins), sum(xp)
        from transactions group by user_id, type_id, source_type
      union all select source_id, 0, type_id, source_type, count(*), sum(coins), sum(xp)
        from transactions where source_type = 'user' group by source_id, type_id`,
    "select user_id, incoming, type_id, source_type, count, coins, xp from transaction_totals where count <> 0",
  ),
  "items.sales_count, wishes_count and listings_count": `select count(*) as n from items i where
    (sales_count, wishes_count, listings_count) <> (
      (select coalesce(max(serial), 0) from inventory where item_id = i.id),
      (select count(*) from wishes where item_id = i.id),
      (select count(*) from inventory where item_id = i.id and resale_price is not null))`,
  item_prices: differences(
    `select source_id, date(created_at / 1000, 'unixepoch'), count(*), -sum(coins), -max(coins), -min(coins)
      from transactions where previous_id is not null group by 1, 2`,
    "select item_id, day, count, sum, lowest, highest from item_prices",
  ),
  inventory_counts: differences(
    "select user_id, type_id, count(*) from inventory group by user_id, type_id",
    "select user_id, type_id, count from inventory_counts where count <> 0",
  ),
  "achievements reached but not awarded": `select count(*) as n from users u cross join achievements a where
    case a.stat when 'clears_count' then u.clears_count when 'public_levels_count' then u.public_levels_count
      when 'plays_sum' then u.plays_sum when 'ratings_count' then u.ratings_count
      when 'comments_written' then u.comments_written when 'buddies_count' then u.buddies_count
      when 'purchases_count' then u.purchases_count when 'sales_count' then u.sales_count
      when 'spirit_level' then u.spirit_level when 'challenges_count' then u.challenges_count end >= a.target
    and not exists (select 1 from user_achievements where user_id = u.id and achievement_id = a.id)`,
  "achievements without the row that rewards them": `select count(*) as n from user_achievements h
    join achievements a on a.id = h.achievement_id left join transactions t on t.key = 'achievement:' || a.id || ':' || h.user_id
    where a.coins > 0 and t.coins is not a.coins`,
  "the counters table": `with truth(name, value) as (
      select 'users', count(*) from users
      union all select 'playing', coalesce(sum(playing_count), 0) from levels
      union all select 'levels:' || visibility || ':' || category, count(*) from levels group by visibility, category
      union all select 'rated:' || visibility || ':' || category, count(*) from levels
        where rating_score is not null group by visibility, category
      union all select 'items:' || type_id || ':' || sale_state, count(*) from items group by type_id, sale_state
      union all select 'items:gold', count(*) from items where gold_month is not null
      union all select 'online', count(*) from presence
      union all select 'in_game', count(*) from playing)
    select count(*) as n from truth t full join (select * from counters where name <> 'clears' and name not glob 'cases:*' and name not glob 'appeals:*') c
      on c.name = t.name where coalesce(t.value, 0) <> coalesce(c.value, 0)`,
  rating_groups: differences(
    `select scope, scope_id, rating * 10 + difficulty - 11 as place, count(*) from (
        select 'site' as scope, 0 as scope_id, rating, difficulty from ratings
        union all select 'level', level_id, rating, difficulty from ratings
        union all select 'user', user_id, rating, difficulty from ratings)
      group by scope, scope_id, place`,
    "select scope, scope_id, j.key, j.value from rating_groups, json_each(counts) j where j.value <> 0",
  ),
  "rows of level_search": `select
    (select count(*) from (select search_row from levels where search_row is not null except select id from level_search_docsize))
    + (select count(*) from (select id from level_search_docsize except select search_row from levels)) as n`,
  "rows of user_search": `select
    (select count(*) from (select id from users except select id from user_search_docsize))
    + (select count(*) from (select id from user_search_docsize except select id from users)) as n`,
  "rows of name_search": `select
    (select count(*) from (select id from users where deleted_at is null except select id from name_search_docsize))
    + (select count(*) from (select id from name_search_docsize except select id from users where deleted_at is null)) as n`,
  "rows of item_search": `select
    (select count(*) from (select search_row from items except select id from item_search_docsize))
    + (select count(*) from (select id from item_search_docsize except select search_row from items)) as n`,
  "levels not found by their title": `select count(*) as n from levels l where search_row is not null and not exists
    (select 1 from level_search where level_search match 'title : "' || replace(l.title, '"', '""') || '"' and rowid = l.search_row)`,
  "levels not at their newest revision": `select count(*) as n from levels l where revision <>
    (select coalesce(max(revision), 0) from level_revisions where level_id = l.id)
    or revision <> (select count(*) from level_revisions where level_id = l.id)`,
};

/** The same for the forums' database. */
const FORUM: Record<string, string> = {
  "threads.replies_count": `select count(*) as n from threads t where replies_count + 1 <>
    (select count(*) from replies where thread_id = t.id)
    or replies_count <> (select max(position) from replies where thread_id = t.id)`,
  "threads' last replies": `select count(*) as n from threads t left join replies r
    on r.id = (select id from replies where thread_id = t.id and position > 0 and deleted_at is null order by position desc limit 1)
    where (t.last_reply_id, t.last_user_id, t.last_reply_at) is not (r.id, r.user_id, coalesce(r.created_at, t.created_at))`,
  "the counters table": `with truth(name, value) as (
      select 'threads:' || subforum_id, count(*) from threads where deleted_at is null group by subforum_id
      union all select 'replies:' || subforum_id, sum(replies_count) from threads where deleted_at is null group by subforum_id)
    select count(*) as n from truth t full join counters c on c.name = t.name
      where coalesce(t.value, 0) <> coalesce(c.value, 0)`,
  bookmark_counts: `with truth as (select user_id, count(*) as n from bookmarks where hidden = 0 group by user_id)
    select count(*) as n from truth t full join bookmark_counts c on c.user_id = t.user_id
      where coalesce(t.n, 0) <> coalesce(c.value, 0)`,
  "rows of post_search": `select
    (select count(*) from (select id from replies where deleted_at is null except select id from post_search_docsize))
    + (select count(*) from (select id from post_search_docsize except select id from replies where deleted_at is null)) as n`,
};

/** The same for play data, with the main database attached (open-play.ts). */
const PLAY: Record<string, string> = {
  "levels.clears_count": `select count(*) as n from levels l where clears_count <>
    (select count(*) from clears where level_id = l.id)`,
  "level_contents.clears": differences(
    "select level_id, content, count(*) from clears group by level_id, content",
    "select level_id, content, clears from level_contents where clears <> 0",
  ),
  "levels.plays_count and visitors_count": `with truth as materialized (
      select l.id, sum(p.visits) as visits, count(*) as n from plays p join levels l on l.id = p.level_id and l.user_id <> p.user_id
      group by l.id)
    select count(*) as n from levels l left join truth t using (id)
      where (plays_count, visitors_count) <> (coalesce(t.visits, 0), coalesce(t.n, 0))`,
  "clears that weren't counted each time": `select count(*) as n from clears k
    where times < (select count(*) from runs where user_id = k.user_id and level_id = k.level_id and state in ('counted', 'accepted'))`,
  // A player who returns to older content starts from their next run there. Only live runs replace live ones.
  "best times slower than the newest counted run": `select count(*) as n from clears k
    where best_ms > (select ms from runs where user_id = k.user_id and level_id = k.level_id and content = k.content
      and state in ('counted', 'accepted') and (k.best_live = 0 or live = 1 or source = 'host') order by id desc limit 1)`,
  "best times that are live without a live run, or the reverse": `select count(*) as n from clears k join runs r on r.id = k.best_run_id
    where k.best_live <> r.live`,
  "recorded best times that aren't their run's": `select count(*) as n from clears k left join runs r on r.id = k.best_run_id
    where k.best_run_id is not null and ((r.user_id, r.level_id, r.content, r.ms) is not (k.user_id, k.level_id, k.content, k.best_ms)
      or r.log is null or r.state not in ('counted', 'accepted'))`,
  "users.clears_count": `select count(*) as n from users u where clears_count <>
    (select count(*) from clears where user_id = u.id)`,
  "the counter of clears": `select count(*) as n from (select coalesce((select value from counters where name = 'clears'), 0) as n)
    where n <> (select count(*) from clears)`,
  "levels.clear_ms_sum": `select count(*) as n from levels l where clear_ms_sum <>
    (select coalesce(sum(best_ms), 0) from clears where level_id = l.id)`,
  "users.plays_sum": `select count(*) as n from users u where plays_sum <> (select count(*) from levels l
    cross join plays p on p.level_id = l.id and p.user_id <> l.user_id where l.user_id = u.id)`,
  "effects on the main database that it lacks": `select count(*) as n from outbox where target = 'main'
    and id > coalesce((select position from site.outbox_positions where source = 'play'), 0)`,
  "effects of the main database that play data lacks": `select count(*) as n from site.outbox where target = 'play'
    and id > coalesce((select position from outbox_positions where source = 'main'), 0)`,
  "level_revisions whose clear is no run": `select count(*) as n from level_revisions where clear_run_id is not null
    and clear_run_id not in (select id from runs)`,
};

/** Of every database. An attached one is checked by itself. */
const ALL: Record<string, string> = {
  "effects that were refused": "select count(*) as n from outbox_failures",
  "rows with a parent missing": "select count(*) as n from pragma_foreign_key_check where schema = 'main'",
  "errors of SQLite's integrity check": `select count(*) as n from pragma_integrity_check
    where schema = 'main' and integrity_check <> 'ok'`,
};

const COUNTERS: Record<DatabaseName, Record<string, string>> = { main: MAIN, forum: FORUM, play: PLAY };

/**
 * Returns the number of wrong rows of each counter of a database, recomputed from the rows that it counts. `skipped` names
 * counters that aren't checked.
 */
export const wrongCounters = (
  db: DatabaseSync,
  database: DatabaseName,
  skipped: readonly string[] = [],
): [name: string, wrong: number][] =>
  Object.entries({ ...COUNTERS[database], ...ALL })
    .filter(([name]) => !skipped.includes(name))
    .map(([name, sql]) => [name, Number(db.prepare(sql).get()?.n)]);
