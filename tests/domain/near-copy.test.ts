import fc from "fast-check";
import { isNearCopy, type RunTrace, traceRun } from "#domain/runs/near-copy.ts";
import { encodeInput, type Input, JUMP, NO_INPUT } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { corridorRun } from "#scripts/chaos/runs/corridor-run.ts";
import { corridorWorld } from "#scripts/chaos/runs/corridor-world.ts";
import { type Random, seededRandom } from "#scripts/seed/content/random.ts";
import { readRecordedRuns } from "#scripts/seed/recorded-runs.ts";
import { forAll } from "#tests/support/for-all.ts";

/** The steps of a player in a level, in this order: keys that turn by at least 45°, and jumps. */
interface KeyPlan {
  steps: readonly { after: number; direction: number | null }[];
}

/** A plan of some steps, as a level asks for it. */
function keyPlan(seed: number, steps: number): KeyPlan {
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
function playPlan({ steps }: KeyPlan, seed: number, precision: number): Input[] {
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
const DISGUISES: Record<string, (inputs: readonly Input[], random: Random) => Input[]> = {
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

const seed = fc.integer({ min: 1, max: 2 ** 31 });
const FORWARD = encodeInput(0, 15, false);

const maybeTrace = (inputs: readonly Input[]) => traceRun(packInputs(inputs), inputs.length);
function trace(inputs: readonly Input[]): RunTrace {
  const found = maybeTrace(inputs);
  if (!found) throw new Error("The run is too simple.");
  return found;
}

/** Both orders, because a copy can be faster than the original. */
const areNear = (a: RunTrace, b: RunTrace) => [isNearCopy(a, b), isNearCopy(b, a)];

/** Runs of the bot in demo levels, the different ways of each. */
const botRuns = readRecordedRuns().map(({ level, runs }) => ({
  level,
  runs: runs.map(({ log, ticks }) => [...readInputs(log)].slice(0, ticks)),
}));

describe("A near copy", () => {
  it.each(Object.entries(DISGUISES))("is recognized with %s", (_, disguise) => {
    forAll(150, seed, fc.integer({ min: 40, max: 90 }), (number, steps) => {
      const original = playPlan(keyPlan(number, steps), number, 4);
      const copy = disguise(original, seededRandom(number + 1));
      expect(areNear(trace(original), trace(copy))).toEqual([true, true]);
    });
  });

  it.each(botRuns)("of a bot's run in '$level' is recognized with one bit changed anywhere", ({ runs }) => {
    for (const original of runs) {
      const known = maybeTrace(original);
      if (!known) continue;
      for (let number = 0; number < 40; number++) {
        const copy = DISGUISES["one bit changed in one tick"]?.(original, seededRandom(number)) ?? [];
        expect(isNearCopy(trace(copy), known)).toBe(true);
      }
    }
  });

  it("can go on after the clear, and differ there", () => {
    const original = playPlan(keyPlan(3, 30), 3, 4);
    const rest = playPlan(keyPlan(4, 30), 4, 4);
    const copy = traceRun(packInputs([...original, ...rest]), original.length);
    expect(copy && isNearCopy(trace(original), copy)).toBe(true);
  });
});

describe("A run that isn't a copy", () => {
  it("differs from another player's in the same level who presses the same keys in the same order", () => {
    const lengths = fc.integer({ min: 24, max: 90 });
    forAll(300, seed, lengths, fc.integer({ min: 3, max: 8 }), (number, steps, precision) => {
      const plan = keyPlan(number, steps);
      const [one, other] = [1, 2].map((player) => trace(playPlan(plan, number + player, precision)));
      expect(one && other && areNear(one, other)).toEqual([false, false]);
    });
  });

  it("differs from that of an equally precise player, also in a short level", () => {
    // Chance can make short runs almost the same, so this is a share, of fixed seeds.
    let near = 0;
    for (let number = 0; number < 2_000; number++) {
      const plan = keyPlan(number, 9);
      const [one, other] = [1, 2].map((player) => maybeTrace(playPlan(plan, 10_000 * player + number, 3)));
      if (one && other && isNearCopy(one, other)) near++;
    }
    expect(near).toBe(0);
  });

  it.each([1, 4, 8, 9])("differs from those of all other players of corridor %i", (corridor) => {
    const course = makeCourse(corridorWorld(corridor));
    const traces = Array.from({ length: 24 }, (_, player) => {
      const { log, ticks } = corridorRun(course, 1_000 + player);
      return traceRun(log, ticks);
    });
    const near = traces.flatMap((one, i) =>
      traces.slice(i + 1).filter((other) => one && other && isNearCopy(one, other)),
    );
    expect([traces.every((one) => one !== null), near.length]).toEqual([true, 0]);
  });

  it("differs from a bot's other way through the level", () => {
    for (const { level, runs } of botRuns) {
      // The first three were found on their own, fastest first; the other two vary two of them.
      const traces = runs.map(maybeTrace);
      const near = traces.flatMap((one, i) =>
        traces.slice(i + 1).filter((other) => one && other && isNearCopy(one, other)),
      );
      expect([level, near.length <= 2]).toEqual([level, true]);
    }
  });

  it("differs from one that begins more than a second later", () => {
    const original = playPlan(keyPlan(5, 40), 5, 4);
    const late = [...new Array<Input>(61).fill(NO_INPUT), ...original];
    expect(areNear(trace(original), trace(late))).toEqual([false, false]);
  });
});

describe("A run is too simple to be compared", () => {
  it.each([
    ["that holds one key", new Array<Input>(400).fill(FORWARD)],
    ["that only trembles", Array.from({ length: 400 }, (_, tick) => encodeInput(tick % 9, 15, false))],
    ["that turns slowly", Array.from({ length: 400 }, (_, tick) => encodeInput(tick, 15, false))],
    ["of few jumps", Array.from({ length: 240 }, (_, tick) => (tick % 40 < 8 ? FORWARD | JUMP : FORWARD))],
  ])("%s", (_, inputs) => expect(maybeTrace(inputs)).toBeNull());

  it("that can't be read", () => expect(traceRun(new Uint8Array([0, 255, 255]), 10)).toBeNull());
});

it("The longest runs are compared by their first 5,000 moments", () => {
  const ticks = 216_000;
  const jumps = (until: number) =>
    Array.from({ length: ticks }, (_, tick) => (tick < until && tick % 7 < 3 ? FORWARD | JUMP : FORWARD));
  const traces = [ticks, 6_000 * 7, 4_000 * 7].map((until) => traceRun(packInputs(jumps(until)), ticks));
  expect(traces.map((one) => one?.moments.length)).toEqual([5_000, 5_000, 4_001]);
  const [whole, longer, shorter] = traces;
  expect(whole && longer && isNearCopy(whole, longer)).toBe(true);
  expect(whole && shorter && isNearCopy(whole, shorter)).toBe(true);
});
