import type { GameEventKind } from "./game-state.ts";

/** The events of a tick, in the order in which they are shown. Reused from tick to tick. */
export type GameEvents = GameEventKind[];

/** Speeds upward, in units per second: more in one tick is a jump, and above the second one a bounce. */
const JUMP_SPEED = 20;
const BOUNCE_SPEED = 40;
/** A fall that is slower isn't heard. */
const LANDING_SPEED = 6;

/** Writes the events between two moments to `events`. */
export function readEvents(
  before: RunMoment,
  after: RunMoment,
  touchesCrumbling: boolean,
  events: GameEvents,
): void {
  events.length = 0;
  if (after.deaths > before.deaths) events.push("death");
  else if (before.respawnTicks > 0 && after.respawnTicks === 0) events.push("respawn");
  else readMovement(before, after, touchesCrumbling, events);
  if (after.starsLeft < before.starsLeft) events.push("star");
  if (after.checkpoint !== before.checkpoint) events.push("checkpoint");
  if (after.clearedAt > 0 && before.clearedAt === 0) events.push("finish");
}

function readMovement(before: RunMoment, after: RunMoment, touchesCrumbling: boolean, events: GameEvents) {
  if (after.vy - before.vy > JUMP_SPEED * 0.5 && after.vy > JUMP_SPEED)
    events.push(after.vy > BOUNCE_SPEED ? "bounce" : "jump");
  if (after.swimming && !before.swimming) events.push("splash");
  if (after.boostTicks > before.boostTicks + 1) events.push("boost");
  if (after.ground < 0) return;
  if (before.ground < 0 && before.vy < -LANDING_SPEED) events.push("land");
  if (touchesCrumbling && before.ground !== after.ground) events.push("crumble");
}

export function copyMoment(target: RunMoment, source: RunMoment): void {
  target.vy = source.vy;
  target.ground = source.ground;
  target.swimming = source.swimming;
  target.boostTicks = source.boostTicks;
  target.respawnTicks = source.respawnTicks;
  target.checkpoint = source.checkpoint;
  target.deaths = source.deaths;
  target.starsLeft = source.starsLeft;
  target.clearedAt = source.clearedAt;
}

/** The state of a run at a tick, as far as it decides what happened. */
export const NEW_MOMENT = {
  vy: 0,
  ground: -1,
  swimming: false,
  boostTicks: 0,
  respawnTicks: 0,
  checkpoint: -1,
  deaths: 0,
  starsLeft: 0,
  clearedAt: 0,
};
export type RunMoment = typeof NEW_MOMENT;
