import type { PlayerDay } from "../day/player-day.ts";

/** The growth of a table by a player. */
export interface TableLoad {
  database: string;
  table: string;
  /** New rows per player-day. */
  rows: number;
  bytesPerRow: number;
  /** Days that rows stay; null if all of them stay for good. */
  retentionDays: number | null;
  /** Rows per player-day that stay for good. */
  staying: number;
}

/** Bytes of a database per player-day. */
export const bytesPerDay = ({ rows, bytesPerRow }: TableLoad): number => rows * bytesPerRow;

/** Bytes per player-day that stay for good. */
export const growthPerDay = ({ staying, bytesPerRow }: TableLoad): number => staying * bytesPerRow;

/** Bytes of a table per daily player after some days. */
export function bytesAfter(load: TableLoad, days: number): number {
  const passing = (load.rows - load.staying) * Math.min(days, load.retentionDays ?? days);
  return load.bytesPerRow * (load.staying * days + passing);
}

export interface DatabaseLoad {
  loads: readonly TableLoad[];
  /** Bytes of a registered account that hardly does anything any more. */
  bytesPerAccount: number;
}

/** Returns the bytes of a database after some days with this many daily players. */
export function databaseBytes(
  { loads, bytesPerAccount }: DatabaseLoad,
  players: number,
  days: number,
  day: Pick<PlayerDay, "accounts">,
): number {
  const perPlayer = loads.reduce((sum, load) => sum + bytesAfter(load, days), 0);
  return players * (day.accounts * bytesPerAccount + perPlayer);
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

const SECONDS_PER_DAY = 86_400;

/** Returns the round trips a second at the busiest time. */
export const peakPerSecond = (
  perPlayerDay: number,
  players: number,
  { peak }: Pick<PlayerDay, "peak">,
): number => (perPlayerDay * players * peak) / SECONDS_PER_DAY;
