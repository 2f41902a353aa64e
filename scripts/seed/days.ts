import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { lastDays, newYorkDay } from "#domain/new-york.ts";
import { RECENT_DAYS } from "#worker/statistics/expire.ts";
import type { History } from "./content/history.ts";
import { DAY_MS } from "./ids.ts";

/** Days of statistics that a creator can see. */
const SPAN = 365;

type Counts = [plays: number, players: number, clears: number, first: number, ratings: number, sum: number];

/** Daily statistics of every level for the last year (`level_days`), counted from the history. One statement per level. */
export function dayRows({ plays, clears, ratings }: History, now: number): Statement[] {
  const days = lastDays(now, SPAN);
  const [from = ""] = days;
  const [recent = ""] = lastDays(now, RECENT_DAYS);
  const levels = new Map<number, Map<string, Counts>>();
  const dayOf = (daysAgo: number) => newYorkDay(Math.round(now - daysAgo * DAY_MS));
  const count = (level: number, day: string, change: (counts: Counts) => void) => {
    if (day < from) return;
    const known = levels.get(level) ?? new Map<string, Counts>();
    const counts = known.get(day) ?? [0, 0, 0, 0, 0, 0];
    change(counts);
    levels.set(level, known.set(day, counts));
  };
  for (const { level, visits } of plays) {
    const seen = visits.map(dayOf);
    for (const day of seen) count(level, day, (counts) => void counts[0]++);
    for (const day of new Set(seen)) count(level, day, (counts) => void counts[1]++);
  }
  for (const { level, times } of clears)
    times.forEach((daysAgo, i) => {
      count(level, dayOf(daysAgo), (counts) => {
        counts[2]++;
        if (i === 0) counts[3]++;
      });
    });
  for (const { level, daysAgo, rating } of ratings)
    count(level, dayOf(daysAgo), (counts) => {
      counts[4]++;
      counts[5] += rating;
    });
  return [...levels].map(([level, known]) => {
    const rows = JSON.stringify([...known].map(([day, counts]) => [day, ...counts]));
    const at = (i: number) => sql.raw(`j.value ->> ${i}`);
    return statement(sql`insert into level_days (level_id, day, expired, plays, players, clears, first_clears, ratings, rating_sum)
      select ${level + 1}, ${at(0)}, ${at(0)} < ${recent}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)} from json_each(${rows}) j`);
  });
}
