import { footOf, partsBounds } from "#domain/build/bounds.ts";
import { checkEdit } from "#domain/build/check-edit.ts";
import { isCopyable } from "#domain/build/clip.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { Part } from "#domain/build/part.ts";
import { SITE_PREFABS } from "#domain/build/prefabs.ts";
import { toWorld } from "#domain/build/world.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { worldHints } from "#domain/sim/world-hints.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { findRun } from "#scripts/seed/content/bot/find-run.ts";
import { blockPart } from "#tests/support/block-part.ts";

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

  it.each(SITE_PREFABS)("has $name around the middle of its underside", ({ parts }) => {
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.length).toBeLessThanOrEqual(BUILD_LIMITS.prefabParts);
    expect(parts.every(isCopyable)).toBe(true);
    const bounds = partsBounds(parts.filter(isCopyable));
    for (const value of bounds ? footOf(bounds) : [1]) expect(Math.abs(value)).toBeLessThan(0.02);
  });

  it.each(SITE_PREFABS)("can place $name in a level, with nothing to look at", ({ parts }) => {
    expect(worldHints(placed(parts, { spawn: { position: [30, 0, 30] } }))).toEqual([]);
  });

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
