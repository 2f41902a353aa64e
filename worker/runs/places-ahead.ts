import { type SQL, sql } from "#db/database.ts";
import { MAX_RANK, TOP_RANKS } from "#domain/runs/rules.ts";

/** D1 binds numbers as floats, but a limit has to be an integer. */
export const limitTo = (count: number): SQL => sql.raw(`limit ${count}`);

/** The plus removes affinity: otherwise SQLite compares only the first column along the index. */
export const indexKey = (alias: string, columns: readonly string[]): SQL =>
  sql.raw(`(${columns.map((column) => `+${alias}.${column}`).join(", ")})`);

/** The order of a level's clears. The first ten of the live ones come before all others. */
export const CLEAR_ORDER = ["best_ms", "best_at", "user_id"] as const;

/** `CLEAR_ORDER`, for `order by`. */
export const byTime = (direction: "asc" | "desc" = "asc", alias = ""): SQL =>
  sql.raw(CLEAR_ORDER.map((column) => `${alias && `${alias}.`}${column} ${direction}`).join(", "));

const firstPlaces = sql.raw(String(TOP_RANKS));

/** The live clears of a content, one range of an index. */
export const liveClears = (level: SQL | number, content: SQL, alias = "clears"): SQL => {
  const [table, own] = [sql.raw(`clears as ${alias} indexed by clears_live`), sql.raw(alias)];
  return sql`${table} where ${own}.level_id = ${level} and ${own}.content = ${content} and ${own}.best_live = 1`;
};

/** `tenth` is the key of a content's tenth live clear, if any; `top` the live ones, up to ten. */
export const topTables = (level: SQL | number, content: SQL): SQL =>
  sql`tenth as materialized (select ${sql.raw(CLEAR_ORDER.join(", "))} from ${liveClears(level, content)}
      order by ${byTime()} limit 1 offset ${sql.raw(String(TOP_RANKS - 1))}),
    top as materialized (select case when exists (select 1 from tenth) then ${firstPlaces} else
      (select count(*) from ${liveClears(level, content)}) end as n)`;

/** Whether the clear in `alias` isn't one of the first ten. Of those, a range of `clears_ranks` has ten at most. */
export const isBehindTop = (alias: string): SQL => {
  const key = CLEAR_ORDER.map((column) => `${alias}.${column}`).join(", ");
  return sql.raw(
    `(${alias}.best_live = 0 or coalesce((${key}) > (select ${CLEAR_ORDER.join(", ")} from tenth), 0))`,
  );
};

const ahead = (alias: string, index: "clears_live" | "clears_ranks", most: number): SQL => {
  const own = (column: string) => sql.raw(`${alias}.${column}`);
  return sql`(select count(*) from (select 1 from clears a indexed by ${sql.raw(index)}
    where a.level_id = ${own("level_id")} and a.content = ${own("content")}
      and (a.best_ms, a.best_at, a.user_id) < ${indexKey(alias, CLEAR_ORDER)}
      ${sql.raw(index === "clears_live" ? "and a.best_live = 1" : "")} ${limitTo(most)}))`;
};

/** The number of live clears ahead of the one in `alias`, counted up to ten. */
export const liveAhead = (alias: string): SQL => ahead(alias, "clears_live", TOP_RANKS);

/** Places ahead of the clear in `alias`, up to MAX_RANK. Only live clears have the first ten. */
export const placesAhead = (alias: string): SQL => {
  const all = ahead(alias, "clears_ranks", MAX_RANK);
  return sql`(select case when n >= ${firstPlaces} then ${all} when ${sql.raw(alias)}.best_live then n
    else ${firstPlaces} - n + ${all} end from (select ${liveAhead(alias)} as n))`;
};

/** Whether fewer than ten others have a better live time in a content: that of a live run is among the first ten then. */
export const isTopTime = ({
  user,
  level,
  content,
  ms,
}: Record<"user" | "level" | "ms", SQL | number> & { content: SQL }): SQL =>
  sql`((select count(*) from (select 1 from clears a indexed by clears_live where a.level_id = ${level} and a.content = ${content}
    and a.best_live = 1 and a.best_ms < ${ms} and a.user_id <> ${user} ${limitTo(TOP_RANKS)})) < ${firstPlaces})`;

/** The number of ranked players in a level's content. */
export const rankedPlayers = (level: SQL | number, content: SQL): SQL =>
  sql`coalesce((select clears from level_contents where level_id = ${level} and content = ${content}), 0)`;
