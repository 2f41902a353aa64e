import type { PlayerDay } from "../day/player-day.ts";
import type { PlayAction, WriteAction } from "../day/write-actions.ts";
import type { DatabaseLoad, TableLoad } from "./database-bytes.ts";
import type { GrownWorld } from "./grow-world.ts";
import { ACCOUNT_TABLES, retentionDays } from "./retention-days.ts";

/** How often a player does what was measured over HTTP. Clears of rooms write the same rows. */
const timesPerDay = ({ writes, rooms }: PlayerDay): Record<WriteAction | PlayAction, number> => ({
  ...writes,
  visit: rooms.join,
  clear: rooms.clear + rooms.challenge,
  clearAgain: rooms.clearAgain,
});

/** New rows of a player-day by table of a database. */
function rowsPerDay(
  { rows: measured }: Pick<GrownWorld, "rows">,
  database: string,
  day: PlayerDay,
): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const [action, times] of Object.entries(timesPerDay(day)))
    for (const [table, count] of Object.entries(measured[action as WriteAction | PlayAction][database] ?? {}))
      rows[table] = (rows[table] ?? 0) + times * count;
  return { ...rows, ...day.rows };
}

/** Returns what a player-day and an account add to each database. */
export function databaseLoads(world: GrownWorld, day: PlayerDay): Record<string, DatabaseLoad> {
  const { growth } = world;
  const loads: Record<string, DatabaseLoad> = {};
  for (const [database, tables] of Object.entries(growth)) {
    const rows = rowsPerDay(world, database, day);
    const own: TableLoad[] = [];
    let [bytesPerAccount, totals] = [0, 0];
    for (const [table, size] of Object.entries(tables)) {
      if (size.rows === 0) continue;
      const bytesPerRow = size.bytes / size.rows;
      if (ACCOUNT_TABLES.includes(table)) {
        totals += size.bytes / world.users;
        continue;
      }
      const days = retentionDays(table);
      if (days === null) bytesPerAccount += (world.rows.register[database]?.[table] ?? 0) * bytesPerRow;
      const perDay = rows[table] ?? 0;
      if (perDay > 0)
        own.push({
          database,
          table,
          rows: perDay,
          bytesPerRow,
          retentionDays: days,
          staying: stayingRows(table, perDay, days, day),
        });
    }
    const { register } = day.writes;
    if (totals > 0)
      own.push({
        database,
        table: "totals by account",
        rows: register,
        bytesPerRow: totals,
        retentionDays: null,
        staying: register,
      });
    loads[database] = { loads: own, bytesPerAccount: bytesPerAccount + totals };
  }
  return loads;
}

function stayingRows(table: string, perDay: number, days: number | null, { rooms }: PlayerDay): number {
  if (days === null) return perDay;
  // Everyone's best run of a level stays, so each new level that they clear adds one.
  const firstClears = rooms.clear + rooms.challenge;
  return table === "runs" ? (perDay * firstClears) / (firstClears + rooms.clearAgain) : 0;
}
