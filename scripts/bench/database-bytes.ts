import { DAILY_CLEARS_MS } from "#domain/daily/rules.ts";
import { KEEP_LOG_MS } from "#domain/runs/rules.ts";
import { SESSION_SECONDS } from "#worker/http/session.ts";
import { STORED_MS } from "#worker/outbox/relay.ts";
import type { PlayerDay } from "./player-day.ts";
import type { TableSizes } from "./table-sizes.ts";
import type { PlayAction, WriteAction } from "./write-actions.ts";

/** A world after what its users did: what its databases, by their bindings, gained. */
export interface GrownWorld {
  /** The growth by all actions together. */
  growth: TableSizes;
  /** New rows for one action, by database and table. */
  rows: Record<WriteAction | PlayAction, Record<string, Record<string, number>>>;
  /** Users who did everything but register. */
  users: number;
}

/** The growth of a table by a player. */
export interface TableLoad {
  table: string;
  /** New rows per player-day, and those of them that stay for good. */
  rows: number;
  staying: number;
  bytesPerRow: number;
  /** Days that rows stay; null if all of them stay for good. */
  retentionDays: number | null;
}

export interface DatabaseLoad {
  loads: readonly TableLoad[];
  /** Bytes of a registered account that hardly does anything any more. */
  bytesPerAccount: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tables with a few rows per account, however long it plays. */
const ACCOUNT_TABLES = ["transaction_totals", "rating_groups", "user_achievements", "inventory_counts"];

/** Days until rows are deleted or folded. All others stay. */
const RETENTION_DAYS = new Map<string, number>([
  ["sessions", (SESSION_SECONDS * 1000) / DAY_MS],
  ["tokens", 3],
  ["mails", 30],
  ["post_fingerprints", 1],
  ["rating_days", 1],
  ["transactions", 60],
  ["transactions_xp_alone", 60],
  ["runs", KEEP_LOG_MS / DAY_MS],
  ["outbox", STORED_MS / DAY_MS],
  ["daily_clears", DAILY_CLEARS_MS / DAY_MS],
]);
/** Tables whose rows are deleted at once, or that have one for each other database. */
const SHORT_LIVED =
  /^(outbox_positions|outbox_progress|notices|presence|playing|achievement_queue|buddy_requests)$/;

/** Returns what a player-day and an account add to each database. */
export function databaseLoads(world: GrownWorld, day: PlayerDay): Record<string, DatabaseLoad> {
  return Object.fromEntries(
    Object.entries(world.growth).map(([database, tables]) => {
      const loads: TableLoad[] = [];
      let [bytesPerAccount, totals] = [0, 0];
      for (const [table, size] of Object.entries(tables)) {
        if (size.rows === 0) continue;
        const bytesPerRow = size.bytes / size.rows;
        if (ACCOUNT_TABLES.includes(table)) {
          totals += size.bytes / world.users;
          continue;
        }
        const retentionDays = SHORT_LIVED.test(table) ? 0 : (RETENTION_DAYS.get(table) ?? null);
        if (retentionDays === null)
          bytesPerAccount += (world.rows.register[database]?.[table] ?? 0) * bytesPerRow;
        const measured = Object.entries(day.actions).reduce(
          (sum, [action, times]) =>
            sum + times * (world.rows[action as WriteAction | PlayAction][database]?.[table] ?? 0),
          0,
        );
        const rows = day.rows[table] ?? measured;
        const staying = day.staying[table] ?? (retentionDays === null ? rows : 0);
        if (rows > 0) loads.push({ table, rows, staying, bytesPerRow, retentionDays });
      }
      const { register } = day.actions;
      if (totals > 0)
        loads.push({
          ...{ table: "totals by account", rows: register, staying: register, bytesPerRow: totals },
          retentionDays: null,
        });
      return [database, { loads, bytesPerAccount: bytesPerAccount + totals }];
    }),
  );
}

/** Bytes per player-day that stay for good. */
export const growthPerDay = ({ loads }: Pick<DatabaseLoad, "loads">): number =>
  loads.reduce((sum, { staying, bytesPerRow }) => sum + staying * bytesPerRow, 0);

/** Returns the bytes of a database after some days with this many daily players. */
export function databaseBytes(
  { loads, bytesPerAccount }: DatabaseLoad,
  players: number,
  days: number,
  { accounts }: Pick<PlayerDay, "accounts">,
): number {
  const perPlayer = loads.reduce((sum, { rows, staying, bytesPerRow, retentionDays }) => {
    const passing = (rows - staying) * Math.min(days, retentionDays ?? days);
    return sum + bytesPerRow * (staying * days + passing);
  }, 0);
  return players * (accounts * bytesPerAccount + perPlayer);
}

const LONGEST_DAYS = 36_500;

/** Returns the days after which a database has `limit` bytes; infinite if that takes a hundred years. */
export function daysUntilFull(
  database: DatabaseLoad,
  players: number,
  limit: number,
  day: Pick<PlayerDay, "accounts">,
): number {
  const isFull = (days: number) => databaseBytes(database, players, days, day) >= limit;
  if (isFull(0)) return 0;
  if (!isFull(LONGEST_DAYS)) return Number.POSITIVE_INFINITY;
  let [least, most] = [0, LONGEST_DAYS];
  while (most - least > 0.01) {
    const middle = (least + most) / 2;
    if (isFull(middle)) most = middle;
    else least = middle;
  }
  return most;
}
