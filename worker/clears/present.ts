import type { BatchRows } from "#db/database.ts";
import type { Clear, FlaggedRun, OwnClear } from "#domain/clears/api.ts";
import { rankBehind, reasonText } from "#domain/runs/rules.ts";
import { createdTimes, formatDuration, formatTime, isoTime } from "#domain/time.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { type Members, missingUser } from "../forums/members.ts";
import { presentUser } from "../users/present.ts";
import type { FlaggedRunRow, flaggedContextQueries, OwnClearRow, StoredClear } from "./queries.ts";

/** A time in milliseconds and formatted. */
export const presentTime = (ms: number) => ({ time_ms: ms, time_formatted: formatDuration(ms) });

export const presentClear = (row: StoredClear, rank: number, members: Members): Clear => ({
  rank,
  run_id: row.best_run_id,
  user: members.card(row.user_id),
  ...presentTime(row.best_ms),
  times: row.times,
  cleared_at: isoTime(row.best_at),
  cleared_at_formatted: formatTime(row.best_at),
});

/** The viewer's best time, their rank, and how far ahead the next better one is. */
export function presentOwnClear(
  row: OwnClearRow,
  next: StoredClear | undefined,
  members: Members,
): OwnClear | null {
  const { own_ms, own_times, own_run_id, own_ahead } = row;
  if (own_ms === null) return null;
  const rank = rankBehind(own_ahead);
  return {
    ...presentTime(own_ms),
    times: own_times ?? 1,
    run_id: own_run_id,
    rank,
    gap: next
      ? { rank: rank === null ? null : rank - 1, user: members.card(next.user_id), ms: own_ms - next.best_ms }
      : null,
  };
}

type FlaggedContext = BatchRows<ReturnType<typeof flaggedContextQueries>>;

function levelTitle({ level_id }: FlaggedRunRow, { levels }: FlaggedContext): string {
  const level = levels.find(({ id }) => id === level_id);
  return !level || level.visibility === "deleted" ? "Deleted level" : level.title;
}

const hostName = ({ source, live, host_id }: FlaggedRunRow, { hosts }: FlaggedContext): string =>
  source === "host"
    ? (hosts.find(({ id }) => id === host_id)?.name ?? "Unknown host")
    : live
      ? "Room"
      : "Web player";

const presentPlayer = (id: number, { users }: FlaggedContext, now: number) =>
  presentUser(users.find(({ u_id }) => u_id === id) ?? missingUser(id), now);

function presentOriginal({ o_id, o_user_id, o_ms }: FlaggedRunRow, context: FlaggedContext, now: number) {
  if (o_id === null || o_user_id === null || o_ms === null) return null;
  return { run_id: o_id, user: presentPlayer(o_user_id, context, now), ...presentTime(o_ms) };
}

export const presentFlaggedRun = (row: FlaggedRunRow, context: FlaggedContext, now: number): FlaggedRun => ({
  id: row.id,
  user: presentPlayer(row.user_id, context, now),
  level: { id: row.level_id, title: levelTitle(row, context), url: `/levels/${row.level_id}` },
  host: hostName(row, context),
  ...presentTime(row.ms),
  floor_formatted: formatDuration(row.floor_ms),
  reason: row.reason && reasonText(row.reason),
  original: presentOriginal(row, context, now),
  log_url: row.log && guardedUrl(row.log, now),
  statistics: row.statistics === null ? null : (JSON.parse(row.statistics) as FlaggedRun["statistics"]),
  ...createdTimes(row.created_at),
});
