import { motionOf } from "#domain/room/motion.ts";
import { poseNumber } from "#domain/room/poses.ts";
import { PLACE_STEPS, type Seen } from "#domain/room/seen.ts";
import { FLAG, motionAt } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Participant } from "./participant.ts";

/** Writes a runner's place, relative to the motion of a moving block that carries it. */
export function writePlace(seen: Seen, { course, ground, tick, x, y, z }: Runner): void {
  const isCarried = ground >= 0 && ((course.flags[ground] ?? 0) & FLAG.moving) !== 0;
  const at = 4 * ground;
  const along = isCarried ? motionAt(course.motion[at + 3] ?? 0, tick) : 0;
  seen.block = isCarried ? (course.blockOf[ground] ?? 0) : -1;
  seen.x = placeOf(isCarried ? x - along * (course.motion[at] ?? 0) : x);
  seen.y = placeOf(isCarried ? y - along * (course.motion[at + 1] ?? 0) : y);
  seen.z = placeOf(isCarried ? z - along * (course.motion[at + 2] ?? 0) : z);
}

/** Places in frames have 24 bits. */
const MAX_PLACE = 2 ** 23 - 1;
const placeOf = (units: number): number =>
  Math.max(-MAX_PLACE, Math.min(MAX_PLACE, Math.round(units * PLACE_STEPS)));

const IDLE = poseNumber("idle");
const ASLEEP = poseNumber("sleep");
const WATCHING = poseNumber("watching");
const MOTIONS = {
  idle: IDLE,
  walk: poseNumber("walk"),
  run: poseNumber("run"),
  jump: poseNumber("jump"),
  fall: poseNumber("fall"),
  swim: poseNumber("swim"),
  cheer: poseNumber("cheer"),
  sleep: ASLEEP,
  dead: poseNumber("dead"),
};

/** Writes where a player is into their `seen`. `spawn` is a runner before its first tick. */
export function updateSeen(player: Participant, spawn: Runner, isAsleep: boolean): void {
  const { seen, run, isWatching, isAlone } = player;
  writePlace(seen, run?.runner ?? spawn);
  if (run) seen.heading = run.heading;
  if (isWatching) seen.pose = WATCHING;
  else if (isAsleep || isAlone) seen.pose = ASLEEP;
  else seen.pose = run ? MOTIONS[motionOf(run.runner, run.input)] : IDLE;
}
