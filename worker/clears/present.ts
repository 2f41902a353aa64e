import type { Clear, FlaggedRun } from "#domain/clears/api.ts";
import type { Visibility } from "#domain/levels/rules.ts";
import { formatDuration, formatTime, isoTime } from "#domain/time.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

export interface ClearRow extends UserColumns {
  best_ms: number;
  best_at: number;
  times: number;
}

/** A time in milliseconds and formatted. */
export const presentTime = (ms: number) => ({ time_ms: ms, time_formatted: formatDuration(ms) });

export const presentClear = (row: ClearRow, rank: number, now: number): Clear => ({
  rank,
  user: presentUser(row, now),
  ...presentTime(row.best_ms),
  times: row.times,
  cleared_at: isoTime(row.best_at),
  cleared_at_formatted: formatTime(row.best_at),
});

export interface FlaggedRunRow extends UserColumns {
  id: number;
  ms: number;
  floor_ms: number;
  created_at: number;
  level_id: number;
  level_title: string | null;
  level_visibility: Visibility | "deleted" | null;
  host_name: string | null;
}

const levelTitle = ({ level_title, level_visibility }: FlaggedRunRow): string =>
  level_title === null || level_visibility === "deleted" ? "Deleted level" : level_title;

export const presentFlaggedRun = (row: FlaggedRunRow, now: number): FlaggedRun => ({
  id: row.id,
  user: presentUser(row, now),
  level: { id: row.level_id, title: levelTitle(row), url: `/levels/${row.level_id}` },
  host: row.host_name ?? "Unknown host",
  ...presentTime(row.ms),
  floor_formatted: formatDuration(row.floor_ms),
  created_at: isoTime(row.created_at),
  created_at_formatted: formatTime(row.created_at),
});
