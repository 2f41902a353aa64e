import type { CourseWorld } from "#domain/sim/v1/course.ts";
import type { CourseBlock } from "#domain/sim/v1/solid.ts";
import { worldHints } from "#domain/sim/world-hints.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";

const FLOOR: CourseBlock = { shape: "box", position: [0, -1, 0], size: [40, 2, 40] };
const worldOf = (more: Partial<CourseWorld>): CourseWorld => ({
  spawn: { position: [0, 0, 0] },
  goal: { position: [10, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [FLOOR],
  ...more,
});
const kinds = (world: CourseWorld) => worldHints(world).map(({ kind }) => kind);

describe("The hints for a world's creator", () => {
  it("are empty for an ordinary world", () => {
    expect(
      worldHints(worldOf({ stars: [{ position: [5, 2, 0] }], checkpoints: [{ position: [3, 0, 3] }] })),
    ).toEqual([]);
  });

  it("name a spawn and a checkpoint inside blocks, and how far they are lifted", () => {
    const block: CourseBlock = { shape: "box", position: [0, 1, 0], size: [4, 2, 4] };
    const hints = worldHints(worldOf({ blocks: [FLOOR, block], checkpoints: [{ position: [0, 0.5, 0] }] }));
    expect(hints.map(({ text }) => text)).toEqual([
      "The spawn is inside a block, so players start 2 units higher. Move it or the block.",
      "Checkpoint 1 is inside a block, so players start 1.5 units higher. Move it or the block.",
    ]);
    expect(hints[1]?.position).toEqual([0, 0.5, 0]);
  });

  it("name a star that no one can reach", () => {
    expect(kinds(worldOf({ stars: [{ position: [0, -1, 0] }] }))).toEqual([]);
    const mountain: CourseBlock = { shape: "box", position: [15, 10, 0], size: [10, 20, 10] };
    expect(kinds(worldOf({ blocks: [FLOOR, mountain], stars: [{ position: [15, 10, 0] }] }))).toEqual([
      "out_of_reach",
    ]);
  });

  it("name a goal below the height at which players die", () => {
    expect(kinds(worldOf({ goal: { position: [0, -60, 0] } }))).toEqual(["below_fall_line"]);
  });

  it("name a place where too many blocks overlap", () => {
    const blocks = Array.from({ length: 500 }, (): CourseBlock => ({ ...FLOOR, rotation: [0, 1, 0] }));
    expect(kinds(worldOf({ blocks }))).toContain("too_costly");
  });

  it.each(Object.entries(THEMES).map(([name, build]) => ({ name, build })))(
    "are empty for the demo worlds of the theme $name",
    ({ build }) => {
      for (const seed of [1, 2, 3, 4]) expect(worldHints(build({ seed, difficulty: 2 * seed }))).toEqual([]);
    },
  );
});
