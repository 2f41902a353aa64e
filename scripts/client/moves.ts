import { encodeInput, type Input, MAX_STRENGTH, NO_INPUT } from "#domain/sim/input.ts";
import { readInputs } from "#domain/sim/run-log.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { Trial } from "../seed/content/bot/trial.ts";
import type { Random } from "../seed/content/random.ts";

/** A bot's inputs, tick by tick. */
export type Moves = Iterator<Input, void>;
/** Makes a bot's inputs. The runner is the bot's own simulation, always before the tick of the next input. */
export type MakeMoves = (runner: Runner) => Moves;

const TRIES = 4;
/** Units from the spawn after which a wandering bot turns back. */
const HOME = 30;

/** Repeats a run. */
export const repeatRun =
  (log: Uint8Array): MakeMoves =>
  () =>
    readInputs(log);

/** Repeats a part of a run, then wanders: a player who loses their way. */
export const beginRun = (log: Uint8Array, ticks: number, random: Random): MakeMoves =>
  function* (runner) {
    let left = ticks;
    for (const input of readInputs(log)) {
      if (left-- <= 0) break;
      yield input;
    }
    yield* wander(random)(runner) as Generator<Input>;
  };

/** Walks around, hops, stands still (`rests`: how often, 0 to 1) and rarely falls, without an end. */
export const wander = (random: Random, rests = 0.25): MakeMoves =>
  function* (runner) {
    // The first input begins the run.
    yield encodeInput(random.int(0, 255), 1, false);
    for (;;) yield* chooseInputs(runner, random, rests);
  };

function chooseInputs(runner: Runner, random: Random, rests: number): Input[] {
  if (runner.respawnTicks > 0) return new Array<Input>(runner.respawnTicks).fill(NO_INPUT);
  if (random.chance(rests)) return new Array<Input>(random.int(20, 90)).fill(NO_INPUT);
  const isCareless = random.chance(0.03);
  for (let i = 0; i < TRIES; i++) {
    const inputs = walk(chooseDirection(runner, random), random);
    if (isCareless || isSafe(runner, inputs)) return inputs;
  }
  return new Array<Input>(random.int(10, 30)).fill(NO_INPUT);
}

function chooseDirection({ x, z, course }: Runner, random: Random): number {
  const [homeX, , homeZ] = course.world.spawn.position;
  const isFar = Math.hypot(x - homeX, z - homeZ) > HOME;
  const turn = isFar
    ? Math.atan2(homeX - x, homeZ - z) + random.range(-0.5, 0.5)
    : random.range(0, 2 * Math.PI);
  return Math.round((turn * 128) / Math.PI) & 255;
}

/** Some steps in a direction that turns a little, sometimes with a hop. */
function walk(direction: number, random: Random): Input[] {
  const strength = random.chance(0.5) ? MAX_STRENGTH : random.int(5, MAX_STRENGTH);
  const turns = random.int(-1, 1);
  const jumpAt = random.chance(0.3) ? random.int(0, 10) : Number.POSITIVE_INFINITY;
  const hold = random.int(4, 16);
  return Array.from({ length: random.int(15, 60) }, (_, i) =>
    encodeInput((direction + turns * (i >> 2)) & 255, strength, i >= jumpAt && i < jumpAt + hold),
  );
}

/** Whether the bopi is alive after some inputs, also if it then stops. */
function isSafe(runner: Runner, inputs: readonly Input[]): boolean {
  const trial = new Trial(runner, { ticks: 0 });
  for (const input of inputs) trial.step(input);
  for (let i = 0; i < 30; i++) trial.step(NO_INPUT);
  return trial.isStanding;
}
