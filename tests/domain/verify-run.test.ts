import fc from "fast-check";
import { encodeInput, type Input, JUMP, RETURN_TO_CHECKPOINT, toCanonicalInput } from "#domain/sim/input.ts";
import {
  canonicalLog,
  countTicks,
  packInputs,
  RUN_LIMITS,
  RunLogError,
  RunRecorder,
  readInputs,
  readStretches,
  runMs,
} from "#domain/sim/run-log.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { CourseBlock } from "#domain/sim/v1/solid.ts";
import { isTooCostly, SLICE_WORK, totalWork, verifyRun, verifySlices } from "#domain/sim/verify-run.ts";
import { forAll } from "#tests/support/for-all.ts";

const EAST = encodeInput(64, 15, false);
const FLOOR: CourseBlock = { shape: "box", position: [0, -1, 0], size: [200, 2, 40] };

const worldOf = (more: Partial<CourseWorld> = {}): CourseWorld => ({
  spawn: { position: [0, 0, 0] },
  goal: { position: [40, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [FLOOR],
  ...more,
});
const repeat = (input: Input, ticks: number): Input[] => new Array<Input>(ticks).fill(input);
const refused = (reason: string) => ({ ok: false, reason });
/** Floors in the same place. */
const slabs = (count: number) =>
  worldOf({ blocks: Array.from({ length: count }, (_, i) => ({ ...FLOOR, size: [200, 2, 40 + i / 100] })) });
const verify = (world: CourseWorld, inputs: readonly Input[], start = 0) =>
  verifyRun(makeCourse(world), start, packInputs(inputs));

describe("Verifying a run", () => {
  it("finds the time of the run by itself", () => {
    const runner = new Runner(makeCourse(worldOf()), 0);
    while (runner.clearedAt === 0) runner.step(EAST);
    expect(verify(worldOf(), repeat(EAST, 600))).toMatchObject({
      ok: true,
      ticks: runner.clearedAt,
      ms: Math.round((runner.clearedAt * 1000) / 60),
      deaths: 0,
      work: runner.work,
    });
  });

  it("accepts a run that is cleared in its last tick, and refuses it without that tick", () => {
    const { ticks = 0 } = verify(worldOf(), repeat(EAST, 600)) as { ticks?: number };
    expect(verify(worldOf(), repeat(EAST, ticks))).toMatchObject({ ok: true, ticks });
    expect(verify(worldOf(), repeat(EAST, ticks - 1))).toMatchObject(refused("not_cleared"));
  });

  it("needs every star before the goal or without one, and clears no world that has neither", () => {
    const [world, west] = [worldOf({ stars: [{ position: [-20, 2, 0] }] }), encodeInput(192, 15, false)];
    expect(verify(world, repeat(EAST, 600))).toMatchObject(refused("not_cleared"));
    expect(verify(world, [...repeat(west, 90), ...repeat(EAST, 600)])).toMatchObject({ ok: true });
    const goalless = worldOf({ goal: undefined, stars: [{ position: [10, 2, 0] }] });
    expect(verify(goalless, repeat(EAST, 600))).toMatchObject({ ok: true });
    expect(verify(worldOf({ goal: undefined }), repeat(EAST, 600))).toMatchObject(refused("not_cleared"));
  });

  it("depends on the tick at which the run began, because blocks move", () => {
    const gate: CourseBlock = {
      shape: "box",
      position: [20, 4, 0],
      size: [2, 8, 40],
      motion: { by: [0, 12, 0], seconds: 3 },
    };
    const world = worldOf({ blocks: [FLOOR, gate] });
    expect(verify(world, repeat(EAST, 170), 150)).toMatchObject({ ok: true, deaths: 0 });
    expect(verify(world, repeat(EAST, 170), 300)).toMatchObject(refused("not_cleared"));
  });

  it("counts what is conspicuous about the inputs", () => {
    const hops = Array.from({ length: 5 }, () => [EAST | JUMP, ...repeat(EAST, 50)]).flat();
    expect(verify(worldOf(), hops)).toMatchObject({ ok: true, statistics: { shortestJumps: 3 } });
  });
});

describe("A hostile log", () => {
  it("is refused if it has too many bytes", () => {
    expect(verifyRun(makeCourse(worldOf()), 0, new Uint8Array(RUN_LIMITS.bytes + 1))).toMatchObject(
      refused("too_long"),
    );
  });

  it.each([
    ["has broken bytes", [1, 2]],
    ["has unknown inputs", [255, 255, 1]],
    ["is longer than an hour", [0, 1, 255, 255, 127]],
  ])("is refused if it %s", (_, bytes) => {
    expect(verifyRun(makeCourse(worldOf()), 0, Uint8Array.from(bytes))).toMatchObject(refused("malformed"));
  });

  it("is refused after one tick among thousands of turned spheres", () => {
    const sphere = (i: number): CourseBlock => ({
      shape: "sphere",
      position: [0, 3, 0],
      size: [40, 40, 40 + i / 1_000],
      rotation: [i % 360, 10, 0],
    });
    const course = makeCourse(
      worldOf({ blocks: [FLOOR, ...Array.from({ length: 4_000 }, (_, i) => sphere(i))] }),
    );
    expect(verifyRun(course, 0, packInputs(repeat(EAST, 1_000)))).toMatchObject(refused("too_costly"));
    // Only the half-spaces of a few spheres were built.
    expect(course.planes.filter(Boolean).length).toBeLessThan(300);
  });

  it("is refused early if its average is too expensive", () => {
    const course = makeCourse(slabs(500));
    expect(verifyRun(course, 0, packInputs(repeat(EAST, 100_000)))).toMatchObject(refused("too_costly"));
  });

  it("costs no more in a world with thousands of hazards", () => {
    const hazards = Array.from({ length: 2_000 }, (_, i) => ({
      position: [(i % 50) * 4 - 98, 0.5, 8 + Math.floor(i / 50) * 2] as const,
      size: [1, 1, 1] as const,
    }));
    const plain = verify(worldOf(), repeat(EAST, 600)) as { work: number };
    const crowded = verify(worldOf({ hazards }), repeat(EAST, 600)) as { work: number };
    expect(crowded.work).toBeLessThan(plain.work * 1.1);
  });
});

describe("A log that only repeats itself", () => {
  const HOUR = RUN_LIMITS.ticks;
  const heavy = slabs(150);

  it("costs a few hundred ticks for an hour of rest in an expensive level, five times in a row", () => {
    const log = packInputs(repeat(0, HOUR));
    expect(log.length).toBe(5);
    let ticks = 0;
    for (let i = 0; i < 5; i++) {
      const verdict = verifyRun(makeCourse(heavy), 0, log);
      expect(verdict).toMatchObject(refused("not_cleared"));
      ticks += verdict.cost.ticks;
    }
    expect(ticks).toBeLessThan(5 * 400);
  });

  it.each<[string, CourseBlock]>([
    ["bounces on the spot", { ...FLOOR, effect: "bounce" }],
    ["dies again and again", { ...FLOOR, material: "lava" }],
  ])("costs little for a bopi that %s", (_, block) => {
    const { cost } = verifyRun(makeCourse(worldOf({ blocks: [block] })), 0, packInputs(repeat(0, HOUR)));
    expect(cost.ticks).toBeLessThan(5_000);
  });

  it("goes on while a moving block is near, which can change everything", () => {
    const lift: CourseBlock = { ...FLOOR, motion: { by: [0, 3, 0], seconds: 2 } };
    const { cost } = verifyRun(makeCourse(worldOf({ blocks: [lift] })), 0, packInputs(repeat(0, 2_000)));
    expect(cost.ticks).toBe(2_000);
  });

  it("has the same result as the simulation of every tick", () => {
    const effects = [
      {},
      { effect: "bounce" },
      { material: "lava" },
      { effect: "crumble" },
      { effect: "boost" },
    ] as const;
    const block = fc
      .record({
        kind: fc.nat(4),
        x: fc.integer({ min: -9, max: 30 }),
        y: fc.integer({ min: -4, max: 2 }),
        moves: fc.nat(5),
      })
      .map(
        ({ kind, x, y, moves }): CourseBlock => ({
          shape: "box",
          position: [x, y, 0],
          size: [6, 2, 6],
          ...effects[kind],
          ...(moves === 0 ? { motion: { by: [0, 2, 0], seconds: 1 } } : {}),
        }),
      );
    const stretch = fc.record({
      input: fc.constantFrom(0, EAST, JUMP, EAST | JUMP, encodeInput(192, 15, false), 255),
      ticks: fc.integer({ min: 1, max: 1_500 }),
    });
    const property = fc.property(
      fc.array(block, { maxLength: 8 }),
      fc.array(stretch, { maxLength: 6 }),
      (blocks, parts) => {
        const course = makeCourse(
          worldOf({ blocks: [...blocks, { ...FLOOR, size: [4, 2, 4] }], goal: { position: [25, 1, 0] } }),
        );
        const inputs = parts.flatMap(({ input, ticks }) => repeat(input, ticks));
        const runner = new Runner(course, 0);
        for (const input of inputs) {
          runner.step(input);
          if (isTooCostly(runner) || runner.clearedAt > 0) break;
        }
        const verdict = verifyRun(course, 0, packInputs(inputs));
        expect(verdict.ok).toBe(runner.clearedAt > 0);
        if (verdict.ok)
          expect(verdict).toMatchObject({
            ticks: runner.clearedAt,
            deaths: runner.deaths,
            work: runner.work,
          });
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});

it("A check in slices stops for others after every slice of work", () => {
  const lift: CourseBlock = { ...FLOOR, motion: { by: [0, 3, 0], seconds: 2 } };
  const slices = verifySlices(makeCourse(worldOf({ blocks: [lift] })), 0, packInputs(repeat(0, 40_000)));
  let stops = 0;
  let step = slices.next();
  for (; !step.done; step = slices.next()) stops++;
  const total = totalWork(step.value.cost);
  expect(stops).toBeGreaterThanOrEqual(Math.floor(total / (SLICE_WORK + RUN_LIMITS.workInTick)));
  expect(stops).toBeGreaterThan(5);
});

const anyInput = fc
  .tuple(fc.nat(255), fc.nat(15), fc.boolean())
  .map(([direction, strength, jump]) => encodeInput(direction, strength, jump));
const anyInputs = fc
  .array(fc.tuple(anyInput, fc.integer({ min: 1, max: 300 })), { maxLength: 40 })
  .map((list) => list.flatMap(([input, ticks]) => new Array<Input>(ticks).fill(input)));

describe("A run's log", () => {
  it("contains exactly the recorded inputs, also while the run goes on, in three bytes per change", () => {
    forAll(anyInputs, (inputs) => {
      const log = packInputs(inputs);
      expect([...readInputs(log)]).toEqual(inputs);
      expect(countTicks(log)).toBe(inputs.length);
    });
    const recorder = new RunRecorder();
    for (const input of [1 << 8, 1 << 8, JUMP]) recorder.push(input);
    expect([...readInputs(recorder.toBytes())]).toEqual([1 << 8, 1 << 8, JUMP]);
    recorder.push(JUMP);
    expect([...readInputs(recorder.toBytes())]).toEqual([1 << 8, 1 << 8, JUMP, JUMP]);
    expect(recorder.ticks).toBe(4);
    const keys = [encodeInput(0, 15, false), encodeInput(64, 15, true), encodeInput(128, 15, false)];
    expect(packInputs(keys.flatMap((key) => new Array<Input>(100).fill(key)))).toHaveLength(9);
  });

  it("is either read completely or refused, whatever its bytes", () => {
    forAll(1_000, fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        let total = 0;
        for (const { input, ticks } of readStretches(bytes)) {
          expect(input).toBeLessThan(8192);
          expect(ticks).toBeGreaterThan(0);
          total += ticks;
        }
        expect(total).toBeLessThanOrEqual(RUN_LIMITS.ticks);
      } catch (error) {
        expect(error).toBeInstanceOf(RunLogError);
      }
    });
  });

  it.each([
    ["ends in an input", [1]],
    ["ends before its number of ticks", [0, 1]],
    ["has an unknown input", [0, 0x20, 1]],
    ["has an input that lasts no tick", [0, 1, 0]],
    ["has an endless number", [0, 1, 255, 255, 255, 255, 1]],
    ["is longer than an hour", [0, 1, 255, 255, 127]],
  ])("is refused if it %s", (_, bytes) => {
    expect(() => countTicks(Uint8Array.from(bytes))).toThrow(RunLogError);
  });
});

describe("The canonical log", () => {
  it("is the same for the same run, however it was written", () => {
    const written = Uint8Array.from([
      ...[0x00, 0x0f, 5],
      ...[0x00, 0x0f, 5],
      ...[0x33, 0x00, 2],
      ...[0, 0, 9],
    ]);
    const plain = packInputs([
      ...new Array<Input>(10).fill(encodeInput(0, 15, false)),
      ...new Array<Input>(3).fill(0),
    ]);
    expect(canonicalLog(written, 13)).toEqual(plain);
  });

  it("keeps the return to a checkpoint, and doesn't change when it is made again", () => {
    const log = packInputs([RETURN_TO_CHECKPOINT, 0, RETURN_TO_CHECKPOINT | JUMP]);
    expect([...readInputs(canonicalLog(log, 3))]).toEqual([RETURN_TO_CHECKPOINT, 0, RETURN_TO_CHECKPOINT]);
    forAll(anyInputs, fc.nat(500), (inputs, ticks) => {
      const once = canonicalLog(packInputs(inputs), ticks);
      expect(canonicalLog(once, ticks)).toEqual(once);
      expect([...readInputs(once)]).toEqual(inputs.slice(0, ticks).map(toCanonicalInput));
    });
  });
});

it("A run's time is its ticks in milliseconds, rounded", () => {
  expect([runMs(1), runMs(60), runMs(61), runMs(3_600)]).toEqual([17, 1_000, 1_017, 60_000]);
});
