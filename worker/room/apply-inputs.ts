import { ROOM_CLOSE_CODES, type RoomCloseCode } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { INPUT_MASK } from "#domain/sim/input.ts";
import type { LoadedLevel } from "./loaded-level.ts";
import type { Participant } from "./participant.ts";
import { RoomRun } from "./room-run.ts";

/** Offset of the first stretch in an `inputs` frame, and bytes of each. */
const HEAD = 5;
const STRETCH = 3;

/** Returns the number of ticks in an `inputs` frame; 0 if it's malformed. */
function countInputs(frame: DataView): number {
  const length = frame.byteLength;
  if (length < HEAD + STRETCH || (length - HEAD) % STRETCH !== 0) return 0;
  let total = 0;
  for (let at = HEAD; at < length; at += STRETCH) {
    const count = frame.getUint8(at);
    if (count === 0 || (frame.getUint16(at + 1, true) & ~INPUT_MASK) !== 0) return 0;
    total += count;
  }
  return total;
}

/**
 * Adds the inputs of a message to the player's run (rules 8 to 10). Returns the code to close the socket with, or null; "alone"
 * if the room can't follow this run any further. It runs for every message, so it creates no objects.
 */
export function applyInputs(
  player: Participant,
  frame: DataView,
  level: LoadedLevel,
  exactTick: number,
): RoomCloseCode | "alone" | null {
  const total = countInputs(frame);
  if (total === 0) return ROOM_CLOSE_CODES.invalidFrame;
  if (player.isAlone) return null;
  const first = frame.getUint32(1, true);
  if (first + total > exactTick + ROOM_LIMITS.ticksAhead) return ROOM_CLOSE_CODES.tooFast;
  const late = exactTick - first;
  let { run } = player;
  if (run) {
    if (first !== run.nextTick) return ROOM_CLOSE_CODES.invalidFrame;
    if (late > ROOM_LIMITS.resumeTicks) return "alone";
    run.noteDelayBefore(late);
  } else {
    if (late > ROOM_LIMITS.ticksBehind || first <= player.lastStart) return "alone";
    run = RoomRun.begin(level.physics, level.course, first, late);
    player.run = run;
    player.lastStart = first;
  }
  for (let at = HEAD; at < frame.byteLength; at += STRETCH) {
    run.add(frame.getUint16(at + 1, true), frame.getUint8(at));
  }
  run.noteDelayAfter(exactTick - run.nextTick);
  return null;
}
