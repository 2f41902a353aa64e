import { type Cell, type Columns, type ColumnsAs, sql } from "#db/database.ts";
import type { RunState } from "#db/schema/play/index.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { BopiLook, Ghost } from "#domain/runs/api.ts";
import { medalOf, type RunStatus, rankBehind, reasonText, runMessage } from "#domain/runs/rules.ts";
import type { Run } from "#domain/runs/run.ts";
import { guardedUrl } from "../assets/guarded-url.ts";
import { colorsFrom } from "../avatar/looks.ts";
import { presentTime } from "../clears/present.ts";
import { presentUser, type UserColumns } from "../users/present.ts";

/** The items that the user `u` has equipped, as JSON: uuids by slot. Hidden items don't show on any bopi. */
export const equippedColumn = sql.raw(
  `(select json_object(${SLOTS.map(
    (slot) => `'${slot}', (select uuid from items where id = b.${slot} and state = 'shown')`,
  ).join(", ")}) from bopis b where b.user_id = u.id) as equipped`,
);

export interface LookColumns extends ColumnsAs<"users", { u_colors: "colors" }> {
  equipped: string | null;
}

const NOTHING = Object.fromEntries(SLOTS.map((slot) => [slot, null])) as Record<Slot, null>;

/** The look of a user's bopi; without a user, that of a new one. */
export function presentLook(row: LookColumns | undefined): BopiLook {
  const equipped = Object.entries(JSON.parse(row?.equipped ?? "{}") as Record<Slot, string | null>);
  const items = Object.fromEntries(equipped.map(([slot, uuid]) => [slot, uuid === null ? null : { uuid }]));
  return { colors: colorsFrom(row?.u_colors ?? ""), items: { ...NOTHING, ...items } };
}

export interface PlayerRow extends UserColumns, LookColumns {}

/** A recorded run. */
export interface GhostRun
  extends Columns<"runs", "user_id" | "ms" | "log" | "start_tick" | "physics" | "revision">,
    ColumnsAs<"runs", { run_id: "id" }> {
  /** Places ahead of it, counted up to MAX_RANK; null for a run without a place. */
  ahead: number | null;
}

/** A run with recorded inputs as a ghost; null without them, or without its player. */
export function presentGhost(
  run: GhostRun | undefined,
  players: readonly PlayerRow[],
  now: number,
): Ghost | null {
  if (!run || run.log === null) return null;
  const player = players.find(({ u_id }) => u_id === run.user_id);
  if (!player) return null;
  return {
    run_id: run.run_id,
    rank: rankBehind(run.ahead),
    user: presentUser(player, now),
    ...presentTime(run.ms),
    log_url: guardedUrl(run.log, now),
    start_tick: run.start_tick ?? 0,
    physics: run.physics ?? 1,
    revision: run.revision ?? 1,
    look: presentLook(player),
  };
}

/** A run with everything its player sees after it. */
export interface RunDetailsRow
  extends GhostRun,
    Columns<"runs", "level_id" | "state" | "previous_ms" | "first" | "best" | "reason" | "xp" | "coins"> {
  /** The player's best run in the current content. */
  best_run_id: Cell<"clears", "best_run_id">;
  total: number;
  /** The best time of the level's creator, unless they are the player. */
  creator_ms: Cell<"clears", "best_ms"> | null;
  /** Whether it can be among the first ten, and whether its time would be. */
  live: 0 | 1;
  is_top_time: 0 | 1;
  /** Whether it began in a room, by its key (`roomRunKey`). */
  in_room: 0 | 1;
}

/** The state of a run as its player sees it. */
export function runStatus(state: RunState): RunStatus {
  switch (state) {
    case "waiting":
      return "waiting";
    case "flagged":
      return "flagged";
    case "counted":
    case "accepted":
      return "counted";
    default:
      return "refused";
  }
}

export function presentRun(row: RunDetailsRow): Run {
  const { ms, previous_ms, creator_ms, reason } = row;
  const status = runStatus(row.state);
  const isCounted = status === "counted";
  const is_first = isCounted && row.first === 1;
  const is_best = isCounted && row.best === 1;
  const is_live = row.live === 1;
  const isBelowTop = isCounted && !is_live && row.is_top_time === 1;
  const misses_top = isBelowTop ? (row.in_room === 1 ? "behind" : "alone") : null;
  const rank = isCounted ? rankBehind(row.ahead) : null;
  return {
    id: row.run_id,
    level_id: row.level_id,
    state: status,
    ...presentTime(ms),
    rank,
    total: row.total,
    is_first,
    is_best,
    is_live,
    previous_ms,
    medal: medalOf({ ms, creator_ms, rank, is_best, previous_ms }),
    xp: row.xp,
    coins: row.coins,
    reason: status === "refused" ? reasonText(reason) : null,
    message: runMessage({ status, reason, is_first, is_best, misses_top }),
    log_url: row.log === null ? null : guardedUrl(row.log),
  };
}
