import type { Columns, ColumnsAs, Nullable } from "#db/columns.ts";
import type { clears, hosts, levels, runs } from "#db/schema/index.ts";
import type { Clear, FlaggedRun, OwnClear } from "#domain/clears/api.ts";
import { rankBehind, reasonText } from "#domain/runs/rules.ts";
import { formatDuration, formatTime, isoTime } from "#domain/time.ts";
import { assetUrl } from "../assets/url.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

export type ClearRow = UserColumns & Columns<typeof clears, "best_ms" | "best_at" | "times" | "best_run_id">;

/** A time in milliseconds and formatted. */
export const presentTime = (ms: number) => ({ time_ms: ms, time_formatted: formatDuration(ms) });

export const presentClear = (row: ClearRow, rank: number, now: number): Clear => ({
  rank,
  run_id: row.best_run_id,
  user: presentUser(row, now),
  ...presentTime(row.best_ms),
  times: row.times,
  cleared_at: isoTime(row.best_at),
  cleared_at_formatted: formatTime(row.best_at),
});

interface OwnClearRow
  extends Nullable<
    ColumnsAs<typeof clears, { own_ms: "best_ms"; own_times: "times"; own_run_id: "best_run_id" }>
  > {
  own_ahead: number | null;
}

/** The viewer's best time, their rank, and how far ahead the next better one is. */
export function presentOwnClear(row: OwnClearRow, next: ClearRow | undefined, now: number): OwnClear | null {
  const { own_ms, own_times, own_run_id, own_ahead } = row;
  if (own_ms === null) return null;
  const rank = rankBehind(own_ahead);
  return {
    ...presentTime(own_ms),
    times: own_times ?? 1,
    run_id: own_run_id,
    rank,
    gap: next
      ? { rank: rank === null ? null : rank - 1, user: presentUser(next, now), ms: own_ms - next.best_ms }
      : null,
  };
}

export type FlaggedRunRow = UserColumns &
  Columns<
    typeof runs,
    "id" | "ms" | "floor_ms" | "created_at" | "level_id" | "source" | "live" | "reason" | "log"
  > &
  Nullable<ColumnsAs<typeof levels, { level_title: "title"; level_visibility: "visibility" }>> &
  Nullable<ColumnsAs<typeof hosts, { host_name: "name" }>> &
  Columns<typeof runs, "statistics">;

const levelTitle = ({ level_title, level_visibility }: FlaggedRunRow): string =>
  level_title === null || level_visibility === "deleted" ? "Deleted level" : level_title;

export const presentFlaggedRun = (row: FlaggedRunRow, now: number): FlaggedRun => ({
  id: row.id,
  user: presentUser(row, now),
  level: { id: row.level_id, title: levelTitle(row), url: `/levels/${row.level_id}` },
  host: row.source === "host" ? (row.host_name ?? "Unknown host") : row.live ? "Room" : "Web player",
  ...presentTime(row.ms),
  floor_formatted: formatDuration(row.floor_ms),
  reason: row.reason && reasonText(row.reason),
  log_url: row.log && assetUrl(row.log),
  statistics: row.statistics === null ? null : (JSON.parse(row.statistics) as FlaggedRun["statistics"]),
  created_at: isoTime(row.created_at),
  created_at_formatted: formatTime(row.created_at),
});
