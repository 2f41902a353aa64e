import { describe, expect, it } from "vitest";
import { encodeInput, type Input, JUMP } from "#domain/sim/input.ts";
import { packInputs, RUN_LIMITS } from "#domain/sim/run-log.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import type { CourseBlock } from "#domain/sim/v1/solid.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";

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
    expect(verify(worldOf(), repeat(EAST, ticks - 1))).toEqual({ ok: false, reason: "not_cleared" });
  });

  it("needs every star before the goal", () => {
    const world = worldOf({ stars: [{ position: [-20, 2, 0] }] });
    const west = encodeInput(192, 15, false);
    expect(verify(world, repeat(EAST, 600))).toEqual({ ok: false, reason: "not_cleared" });
    expect(verify(world, [...repeat(west, 90), ...repeat(EAST, 600)])).toMatchObject({ ok: true });
  });

  it("ends with the last star in a world without a goal", () => {
    const world = worldOf({ goal: undefined, stars: [{ position: [10, 2, 0] }] });
    expect(verify(world, repeat(EAST, 600))).toMatchObject({ ok: true });
  });

  it("can't clear a world without stars and goal", () => {
    expect(verify(worldOf({ goal: undefined }), repeat(EAST, 600))).toEqual({
      ok: false,
      reason: "not_cleared",
    });
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
    expect(verify(world, repeat(EAST, 170), 300)).toEqual({ ok: false, reason: "not_cleared" });
  });

  it("counts what is conspicuous about the inputs", () => {
    const hops = Array.from({ length: 5 }, () => [EAST | JUMP, ...repeat(EAST, 50)]).flat();
    expect(verify(worldOf(), hops)).toMatchObject({ ok: true, statistics: { shortestJumps: 3 } });
  });
});

describe("A hostile log", () => {
  it("is refused if it has too many bytes", () => {
    expect(verifyRun(makeCourse(worldOf()), 0, new Uint8Array(RUN_LIMITS.bytes + 1))).toEqual({
      ok: false,
      reason: "too_long",
    });
  });

  it.each([
    ["has broken bytes", [1, 2]],
    ["has unknown inputs", [255, 255, 1]],
    ["is longer than an hour", [0, 1, 255, 255, 127]],
  ])("is refused if it %s", (_, bytes) => {
    expect(verifyRun(makeCourse(worldOf()), 0, Uint8Array.from(bytes))).toEqual({
      ok: false,
      reason: "malformed",
    });
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
    expect(verifyRun(course, 0, packInputs(repeat(EAST, 1_000)))).toEqual({
      ok: false,
      reason: "too_costly",
    });
    // Only the half-spaces of a few spheres were built.
    expect(course.planes.filter(Boolean).length).toBeLessThan(300);
  });

  it("is refused early if its average is too expensive", () => {
    const slab = (i: number): CourseBlock => ({
      shape: "box",
      position: [0, -1, 0],
      size: [200, 2, 40 + i / 100],
    });
    const course = makeCourse(worldOf({ blocks: Array.from({ length: 500 }, (_, i) => slab(i)) }));
    expect(verifyRun(course, 0, packInputs(repeat(EAST, 100_000)))).toEqual({
      ok: false,
      reason: "too_costly",
    });
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
