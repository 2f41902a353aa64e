import { footOf, partsBounds } from "#domain/build/bounds.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { isCopyable } from "#domain/build/clip.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { Part } from "#domain/build/part.ts";
import { SITE_PREFABS } from "#domain/build/prefabs.ts";
import { WORLD_START_IDS } from "#domain/build/starts/world-start-ids.ts";
import { starterWorld, WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import { fromWorld, toWorld } from "#domain/build/world.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { worldHints } from "#domain/sim/world-hints.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import { isClearable, playableProblem } from "#domain/world/rules.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { findRun } from "#scripts/seed/content/bot/find-run.ts";
import { blockPart } from "#tests/support/block-part.ts";

const all = WORLD_STARTS.map(({ id }) => ({ id, world: worldStart(id) }));
const toClear = all.filter(({ id }) => id !== "empty");

describe("The worlds to start from", () => {
  it("are the ten that can be chosen, each with its own name and description", () => {
    expect(WORLD_STARTS.map(({ id }) => id)).toEqual(WORLD_START_IDS);
    expect(new Set(WORLD_STARTS.map(({ label }) => label)).size).toBe(10);
    expect(new Set(WORLD_STARTS.map(({ hint }) => hint)).size).toBe(10);
  });

  it.each(all)("has $id in a canonical form, where players begin on solid ground", ({ world }) => {
    const text = serializeWorld(world);
    expect(parseWorld(text)).toMatchObject({ ok: true, text });
    expect(serializeWorld(toWorld(new BuildDocument(fromWorld(world))))).toBe(text);
    const runner = new Runner(makeCourse(world), 0);
    for (let tick = 0; tick < 60; tick++) runner.step(0);
    expect(Math.abs(runner.y - world.spawn.position[1])).toBeLessThan(0.2);
    expect([runner.x, runner.z]).toEqual([world.spawn.position[0], world.spawn.position[2]]);
  });

  it.each(toClear)("has 30 to 200 blocks, a star and a goal in $id, all in reach of the bot", ({ world }) => {
    expect(world.blocks.length).toBeGreaterThanOrEqual(30);
    expect(world.blocks.length).toBeLessThanOrEqual(200);
    expect(world.stars.length).toBeGreaterThan(0);
    expect(world.goal).toBeDefined();
    expect(isClearable(world)).toBe(true);
    const run = findRun(makeCourse(world));
    expect(run && verifyRun(makeCourse(world), run.startTick, run.log)).toMatchObject({ ok: true });
  });

  it("use every effect, moving blocks, most materials and shapes, and several hazards and moods", () => {
    const blocks = all.flatMap(({ world }) => world.blocks);
    const count = (values: readonly unknown[]) => new Set(values.filter((value) => value !== undefined)).size;
    expect(count(blocks.map(({ effect }) => effect))).toBe(4);
    expect(blocks.filter(({ motion }) => motion).length).toBeGreaterThan(3);
    expect(count(blocks.map(({ material }) => material))).toBeGreaterThanOrEqual(12);
    expect(count(blocks.map(({ shape }) => shape))).toBe(6);
    expect(count(all.flatMap(({ world }) => world.hazards.map(({ kind }) => kind)))).toBeGreaterThanOrEqual(
      3,
    );
    expect(count(all.map(({ world }) => world.ambience))).toBeGreaterThanOrEqual(7);
  });

  it("have an empty plain, and are new each time, so a level can be built on one", () => {
    const { blocks, stars, goal } = worldStart("empty");
    expect([blocks.length, stars.length, goal]).toEqual([1, 0, undefined]);
    expect(playableProblem(worldStart("empty"))).toBeNull();
    worldStart("obby").blocks.length = 0;
    expect(worldStart("obby")).toEqual(starterWorld());
    expect(starterWorld().blocks.length).toBeGreaterThan(0);
  });
});

const FLOOR = blockPart({ position: [0, -1, 0], size: [80, 2, 80] });

/** A floor with a prefab on it. */
function placed(parts: readonly Part[], more: Partial<World> = {}): World {
  const document = new BuildDocument([[partId(0, 0), FLOOR]]);
  const add = parts.map((part, i): [string, Part] => [partId(1, i), part]);
  document.apply(checkEdit({ add }, document, 1));
  return { ...toWorld(document), ...more };
}

const partsOf = (id: string): readonly Part[] => SITE_PREFABS.find((one) => one.id === id)?.parts ?? [];

describe("The site's prefabs", () => {
  it("have the tree, lamp, stairs, fence, arch and house that builders expect, each under its own id and name", () => {
    const ids = SITE_PREFABS.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["tree", "lamp", "stair", "fence", "arch", "house"]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(SITE_PREFABS.map(({ name }) => name)).size).toBe(ids.length);
  });

  it.each(SITE_PREFABS)(
    "has $name around the middle of its underside, with nothing to look at in a level",
    ({ parts }) => {
      expect(parts.length).toBeGreaterThan(0);
      expect(parts.length).toBeLessThanOrEqual(BUILD_LIMITS.prefabParts);
      expect(parts.every(isCopyable)).toBe(true);
      const bounds = partsBounds(parts.filter(isCopyable));
      for (const value of bounds ? footOf(bounds) : [1]) expect(Math.abs(value)).toBeLessThan(0.02);
      expect(worldHints(placed(parts, { spawn: { position: [30, 0, 30] } }))).toEqual([]);
    },
  );

  it.each<[id: string, goal: Vec3]>([
    ["stair", [0, 8, -5.2]],
    ["ramp", [0, 6, -6]],
    ["bridge", [0, 3, 0]],
    ["tower", [0, 17, 0]],
    ["lift", [0, 15, 0]],
    ["house", [0, 0.5, 5.6]],
  ])("lets players get to the top of the prefab '%s'", (id, position) => {
    const world = placed(partsOf(id), { spawn: { position: [14, 0, 14] }, goal: { position } });
    expect(findRun(makeCourse(world), { budget: 1_000_000 })).not.toBeNull();
  });

  it("throw players up, carry them, and break under them", () => {
    const effects = SITE_PREFABS.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === "block" && part.effect !== "ghost" ? (part.effect ?? []) : [])),
    );
    expect(new Set(effects)).toEqual(new Set(["bounce", "boost", "crumble"]));
    const moving = partsOf("platform").filter((part) => part.kind === "block" && part.motion);
    expect(moving.length).toBe(partsOf("platform").length);
  });
});
