import { joinResume } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { canonicalLog, countTicks, RUN_LIMITS, RunLogError, readStretches } from "#domain/sim/run-log.ts";
import { GrowingLog } from "./growing-log.ts";
import { type ReceiptScope, type Receipts, restoreRunner } from "./receipts.ts";
import { type LoadedLevel, RoomRun } from "./room-run.ts";

export interface ResumeRequest {
  parts: readonly Uint8Array[];
  /** The run that the room saved for this player. */
  saved: RoomRun | null;
  receipts: Receipts;
  scope: ReceiptScope;
  level: LoadedLevel;
  instance: number;
  /** The room's clock. */
  tick: number;
}

/** Takes a run back after a cut and simulates what came since (rule 15). Null if that isn't possible. */
export function resumeRun(request: ResumeRequest): RoomRun | null {
  const body = joinResume(request.parts);
  if (!body || body.log.length > RUN_LIMITS.bytes) return null;
  try {
    const ticks = countTicks(body.log);
    const run = findRun(request, body.receipt, body.log, ticks);
    return run && catchUp(run, body.log, ticks, request.tick) ? run : null;
  } catch (error) {
    if (error instanceof RunLogError) return null;
    throw error;
  }
}

/** The run to go on with: the room's own if the log is of the same inputs, or else that of the receipt. */
function findRun(
  { saved, receipts, scope, level, instance, tick }: ResumeRequest,
  receiptBytes: Uint8Array,
  log: Uint8Array,
  ticks: number,
): RoomRun | null {
  // A cut can come before the first receipt.
  if (receiptBytes.length === 0) return saved && beginsAlike(saved, log, ticks) ? saved : null;
  const receipt = receipts.check(scope, receiptBytes);
  if (!receipt || tick - receipt.tick > ROOM_LIMITS.resumeTicks) return null;
  if (saved?.startTick === receipt.startTick && beginsAlike(saved, log, ticks)) return saved;
  // This room knows all of its runs. One that it doesn't know has ended.
  if (receipt.isOwn && saved?.startTick !== receipt.startTick) return null;
  const runner = restoreRunner(level.course, receipt);
  const known = runner && logUpTo(log, runner.ticks);
  if (!runner || !known || !sameBytes(known.digest(), receipt.digest)) return null;
  // Other inputs than the room knows, or another room, which can't know how the run went on.
  const isTrusted = !receipt.isOwn && receipt.instance === instance;
  const isRecent = tick - receipt.tick < ROOM_LIMITS.liveCutTicks + ROOM_LIMITS.receiptTicks;
  return new RoomRun(runner, receipt.startTick, level.physics.hashState, {
    log: known,
    live: receipt.live && isTrusted && isRecent,
    smallestDelay: receipt.smallestDelay,
  });
}

/** Whether a log and a run have the same inputs, as far as both go. */
function beginsAlike(run: RoomRun, log: Uint8Array, ticks: number): boolean {
  if (!run.recorded) return false;
  const common = Math.min(run.recorded.ticks, ticks);
  return sameBytes(canonicalLog(log, common), canonicalLog(run.recorded.toBytes(), common));
}

/** The first ticks of a log; null if it's shorter. */
function logUpTo(log: Uint8Array, ticks: number): GrowingLog | null {
  const known = new GrowingLog();
  for (const stretch of readStretches(log))
    for (let i = 0; i < stretch.ticks && known.ticks < ticks; i++) known.push(stretch.input);
  return known.ticks === ticks ? known : null;
}

/** Simulates the rest of a log. Returns false if it's ahead of the clock or too much. */
function catchUp(run: RoomRun, log: Uint8Array, ticks: number, tick: number): boolean {
  const late = tick - run.nextTick;
  const isOwnOrRecent = late < ROOM_LIMITS.liveCutTicks + ROOM_LIMITS.receiptTicks;
  if (!isOwnOrRecent) run.endLive();
  let left = ticks - run.runner.ticks;
  if (left > late + ROOM_LIMITS.ticksAhead || left > ROOM_LIMITS.resumeTicks + ROOM_LIMITS.ticksAhead)
    return false;
  let skip = run.runner.ticks;
  for (const stretch of readStretches(log)) {
    const skipped = Math.min(skip, stretch.ticks);
    skip -= skipped;
    const count = Math.min(left, stretch.ticks - skipped);
    if (count <= 0) continue;
    left -= count;
    run.push(stretch.input, count);
    if (run.isTooCostly) return false;
  }
  run.noteDelayAfter(tick - run.nextTick);
  return true;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
