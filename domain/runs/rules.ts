import { PAID_CLEARS_PER_CREATOR } from "../clears/rules.ts";
import { RUN_LIMITS } from "../sim/run-log.ts";

/** Why a run was refused or flagged, or why a counted one brought no XP. */
export type RunReason = keyof typeof REASONS | "unpaid";

/** Each completes the sentence "This run couldn't be confirmed: …". */
const REASONS = {
  malformed: "its recording is damaged.",
  too_long: "it's longer than an hour.",
  too_costly: "this level is too complex to check a run in it.",
  not_cleared: "its recording ends before the level is cleared.",
  unknown_physics: "it was recorded with a version of the game that we can't check.",
  copied: "someone else already set exactly this run.",
  repeated: "you already sent it.",
  level_gone: "the level was deleted.",
  account_gone: "the account was deleted.",
  check_failed: "checking it failed on our side. We've logged it.",
  differs: "two checks of it gave different results.",
  near_copy: "its inputs are almost the same as in someone else's run.",
} as const;

/** The state of a run as its player sees it. */
export type RunStatus = "waiting" | "counted" | "flagged" | "refused";

interface CheckedRun {
  status: RunStatus;
  reason: RunReason | null;
  is_first: boolean;
  is_best: boolean;
  /** Why it isn't among the first ten, though its time would be: no room saw it as it was played. */
  misses_top: keyof typeof MISSES_TOP | null;
}

/** Each completes the sentence "This run counts, but not among the first ten: …". */
const MISSES_TOP = {
  behind: "your connection fell behind.",
  alone: "it wasn't played in a room.",
} as const;

const UNPAID = `It brings no XP: you already got XP for ${PAID_CLEARS_PER_CREATOR} of this creator's levels today.`;

/** Returns why a run was refused, as a clause. Without a reason, staff have dismissed it. */
export const reasonText = (reason: RunReason | null): string =>
  reason && reason !== "unpaid" ? REASONS[reason] : "our team reviewed it and it doesn't count.";

/** The sentence about a run's result. */
export function runMessage({ status, reason, is_first, is_best, misses_top }: CheckedRun): string {
  if (status === "waiting") return "Checking your run…";
  if (status === "flagged") return "Our team is reviewing this run. It counts once they confirm it.";
  if (status === "refused") return `This run couldn't be confirmed: ${reasonText(reason)}`;
  const confirmed = misses_top
    ? `This run counts, but not among the first ten: ${MISSES_TOP[misses_top]}`
    : "This run is confirmed.";
  if (is_first) return `Level cleared! ${confirmed}${reason === "unpaid" ? ` ${UNPAID}` : ""}`;
  return is_best ? `New best time! ${confirmed}` : confirmed;
}

/** Ranks are exact up to here; later places have no rank. */
export const MAX_RANK = 1_000;
/** Only live runs have the first places. Those that enter them are simulated twice. */
export const TOP_RANKS = 10;

/** Returns the rank behind `ahead` places, counted up to MAX_RANK; null beyond it. */
export const rankBehind = (ahead: number | null): number | null =>
  ahead === null || ahead >= MAX_RANK ? null : ahead + 1;

/** The place of a list's n-th clear (from 1) if `top` live ones lead it: the first ten places stay free for live runs. */
export const placeInList = (n: number, top: number): number => (n <= top ? n : n + TOP_RANKS - top);

export type Medal = "creator" | "top_ten" | "best";

/** The best medal of a counted run: beating the creator's time, a place among the first ten, or an improved best time. */
export function medalOf(run: {
  ms: number;
  /** The creator's best time; null without one, and for the creator. */
  creator_ms: number | null;
  rank: number | null;
  is_best: boolean;
  previous_ms: number | null;
}): Medal | null {
  if (!run.is_best) return null;
  if (run.creator_ms !== null && run.ms < run.creator_ms) return "creator";
  if (run.rank !== null && run.rank <= TOP_RANKS) return "top_ten";
  return run.previous_ms === null ? null : "best";
}

/** Most runs of a user that can wait for their check. */
export const MAX_WAITING_RUNS = 20;
/** The time over which the work of checks is limited. */
export const CHECK_BUDGET_MS = 60 * 60_000;
/** Ticks a user can send for checks, at the most work: an hour's play and an hour's run that ends in it. */
export const CHECK_BUDGET_TICKS = 2 * RUN_LIMITS.ticks;
/** The inputs of refused runs are deleted after this time. */
export const KEEP_REFUSED_MS = 24 * 60 * 60_000;
/** Recorded inputs that aren't someone's best run are deleted after this time. */
export const KEEP_LOG_MS = 30 * 24 * 60 * 60_000;
/** Runs whose times are this close are compared with each other, because one could be a copy that was changed a little. */
export const NEAR_COPY_MS = 1_000;
/** A run that has waited this long is queued again, because its message may be lost. */
export const REQUEUE_MS = 10 * 60_000;
/** Longest time that one call can add to a play session, in seconds. */
export const MAX_VISIT_SECONDS = 3_600;
/** Highest tick of a world's clock: more than 2 years. */
export const MAX_START_TICK = 2 ** 32;

/** Inputs with fewer changes, such as holding one key, are the same for many players and identify no one. */
const MIN_STRETCHES = 8;

/** Whether inputs in this many stretches are complex enough that no one else makes exactly the same. */
export const isRecognizable = (stretches: number): boolean => stretches >= MIN_STRETCHES;
