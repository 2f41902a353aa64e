import { encodeInput, type Input, JUMP, NO_INPUT } from "#domain/sim/input.ts";
import { type Random, seededRandom } from "#scripts/seed/content/random.ts";

/** The steps of a player in a level, in this order: keys that turn by at least 45°, and jumps. */
export interface KeyPlan {
  steps: readonly { after: number; direction: number | null }[];
}

/** A plan of some steps, as a level asks for it. */
export function keyPlan(seed: number, steps: number): KeyPlan {
  const random = seededRandom(seed);
  let direction = 0;
  const next = () => {
    if (random.chance(0.6)) return null;
    direction = (direction + 32 * random.int(1, 7)) & 255;
    return direction;
  };
  return { steps: Array.from({ length: steps }, () => ({ after: random.int(12, 50), direction: next() })) };
}

/** Plays a plan. Each key is late or early by up to `precision` ticks, so no two seeds give the same run. */
export function playPlan({ steps }: KeyPlan, seed: number, precision: number): Input[] {
  const random = seededRandom(seed);
  const inputs: Input[] = [];
  let direction = 0;
  let jumpTicks = 0;
  let due = 0;
  for (const step of steps) {
    due += step.after;
    const at = Math.max(inputs.length + 1, due + error(random, precision));
    while (inputs.length < at) inputs.push(encodeInput(direction, 15, jumpTicks-- > 0));
    if (step.direction === null) jumpTicks = random.int(4, 9);
    else direction = step.direction;
  }
  for (let i = 0; i < 20; i++) inputs.push(encodeInput(direction, 15, jumpTicks-- > 0));
  return inputs;
}

const error = (random: Random, precision: number) => random.int(-precision, precision);

/** Ways to change a stolen recording a little, so it's another one. */
export const DISGUISES: Record<string, (inputs: readonly Input[], random: Random) => Input[]> = {
  "one bit changed in one tick": (inputs, random) =>
    inputs.with(...changed(inputs, random, (input) => input ^ (1 << random.int(0, 12)))),
  "one bit changed for as long as an input lasted": (inputs, random) => {
    const from = random.int(0, inputs.length - 1);
    const [input = 0, bit] = [inputs[from], 1 << random.int(0, 12)];
    const end = inputs.findIndex((one, tick) => tick > from && one !== input);
    return inputs.map((one, tick) => (tick >= from && (end < 0 || tick < end) ? one ^ bit : one));
  },
  "pauses of up to 20 ticks in two places": (inputs, random) => {
    const half = Math.floor(inputs.length / 2);
    const pauses = [random.int(0, half - 100), random.int(half + 100, inputs.length - 200)];
    const idle = (tick: number) =>
      Array.from({ length: pauses.includes(tick) ? random.int(1, 20) : 0 }, () => NO_INPUT);
    return inputs.flatMap((input, tick) => [...idle(tick), input]);
  },
  "a first half second without input": (inputs) => [...new Array<Input>(31).fill(NO_INPUT), ...inputs],
  "a trembling direction in every tick": (inputs, random) =>
    inputs.map((input) => (input & ~255) | ((input + random.int(-4, 4)) & 255)),
  "a weaker push in every other tick": (inputs) =>
    inputs.map((input, tick) => (tick % 2 === 0 ? input - (2 << 8) : input)),
  "taps of jump all over it": (inputs, random) => {
    // Right before another press, a tap would only be an earlier press.
    const isFree = (tick: number) => inputs.slice(tick + 1, tick + 4).every((input) => (input & JUMP) === 0);
    return inputs.map((input, tick) => (isFree(tick) && random.chance(0.1) ? input | JUMP : input));
  },
  "jump held longer or shorter each time": (inputs, random) => {
    const { length } = inputs;
    return inputs.map((input, tick) => {
      const isHeld = (input & JUMP) !== 0;
      const wasHeld = tick > 0 && ((inputs[tick - 1] ?? 0) & JUMP) !== 0;
      if (!isHeld) return wasHeld && tick < length && random.chance(0.5) ? input | JUMP : input;
      return wasHeld && random.chance(0.3) ? input & ~JUMP : input;
    });
  },
};

function changed(
  inputs: readonly Input[],
  random: Random,
  change: (input: Input) => Input,
): [index: number, input: Input] {
  const at = random.int(0, inputs.length - 1);
  return [at, change(inputs[at] ?? NO_INPUT)];
}
