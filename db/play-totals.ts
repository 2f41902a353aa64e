/** SQL that recomputes what effects of play data (attached as `play`) add up; the seed has no effects. */
export const PLAY_TOTALS: readonly string[] = [
  `update levels set (clears_count, clear_ms_sum) = (select count(*), coalesce(sum(best_ms), 0) from play.clears k
    where k.level_id = levels.id)`,
  `update levels set (plays_count, visitors_count) = (select coalesce(sum(visits), 0), count(*) from play.plays p
    where p.level_id = levels.id and p.user_id <> levels.user_id)`,
  "update users set clears_count = (select count(*) from play.clears k where k.user_id = users.id)",
  `update users set plays_sum = (select coalesce(sum(l.visitors_count), 0) from levels l where l.user_id = users.id)`,
  `update users set first_night = first_night | 2 where first_night & 2 = 0
    and exists (select 1 from play.plays p where p.user_id = users.id)`,
  `insert into counters (name, value) select 'clears', count(*) from play.clears where true
    on conflict (name) do update set value = excluded.value`,
];
