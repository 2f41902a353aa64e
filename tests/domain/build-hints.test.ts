import { BuildDocument } from "#domain/build/document.ts";
import { type BuildHintKind, buildHints } from "#domain/build/hints.ts";
import { GOAL_ID, type PartId, SPAWN_ID } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import { unreachableTargets } from "#domain/build/unreachable-targets.ts";
import { fromWorld } from "#domain/build/world.ts";
import { type CourseWorld, makeCourse } from "#domain/sim/v1/course.ts";
import type { CourseBlock, Vec3 } from "#domain/sim/v1/solid.ts";
import { THEMES, type Theme } from "#scripts/seed/content/worlds/themes.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";

const hintsOf = (parts: [PartId, Part][]) => buildHints(new BuildDocument(parts));
/** The hints of one kind. */
const hintsAbout = (kind: BuildHintKind, parts: [PartId, Part][]) =>
  hintsOf(parts).filter((hint) => hint.kind === kind);
const FLOOR: [PartId, Part] = ["1.0", blockPart({ position: [0, -1, 0], size: [40, 2, 40] })];
const starAt = (x: number, y: number, z: number): [PartId, Part] => [
  "1.9",
  { kind: "star", position: [x, y, z] },
];

describe("Hints for builders", () => {
  it("find nothing in a plain level", () => {
    expect(
      hintsOf([
        [SPAWN_ID, { kind: "spawn", position: [0, 2, 0] }],
        ["1.1", blockPart()],
        ["1.2", blockPart({ position: [4, 0, 0], motion: { by: [0, 4, 0], seconds: 2 } })],
        ["1.3", { kind: "checkpoint", position: [0, 2, 0] }],
        [GOAL_ID, { kind: "goal", position: [4, 2, 0] }],
      ]),
    ).toEqual([]);
  });

  it("name all but one of several equal parts", () => {
    const equal = hintsAbout("equal_parts", [
      ["1.1", blockPart({ color: "111111" })],
      ["1.2", blockPart({ color: "222222" })],
      ["1.3", blockPart({ rotation: [0, 45, 0] })],
      ["1.4", blockPart()],
    ]);
    expect(equal).toEqual([
      {
        kind: "equal_parts",
        text: "3 blocks are in exactly the same place, at 0, 0, 0. Delete all but one.",
        position: [0, 0, 0],
        ids: ["1.2", "1.4"],
      },
    ]);
  });

  it("name blocks whose motion leads nowhere, and blocks far below everything that players go to", () => {
    const [hint] = hintsAbout("still_motion", [
      ["1.1", blockPart({ motion: { by: [0, 0, 0], seconds: 2 } })],
    ]);
    expect(hint).toMatchObject({ ids: ["1.1"] });
    const parts: [PartId, Part][] = [["1.1", blockPart({ position: [0, -210, 0] })]];
    expect(hintsAbout("lost_blocks", parts)).toMatchObject([{ ids: ["1.1"] }]);
    expect(hintsAbout("lost_blocks", [...parts, ["1.2", { kind: "star", position: [0, -100, 0] }]])).toEqual(
      [],
    );
  });

  it("say that a level without stars and a goal can't be cleared, and miss a goal where there are checkpoints", () => {
    const checkpoint: [PartId, Part] = ["1.1", { kind: "checkpoint", position: [0, 0, 0] }];
    expect(hintsOf([FLOOR])).toMatchObject([{ kind: "no_way_to_clear", ids: ["spawn"] }]);
    expect(hintsOf([FLOOR])[0]?.text).toContain("walking around");
    expect(hintsOf([FLOOR, checkpoint])[0]?.text).toContain("Place a goal");
    expect(hintsOf([FLOOR, checkpoint, starAt(0, 3, 0)])).toEqual([]);
  });

  it("name blocks far away from everything else", () => {
    const block = (id: PartId, x: number): [PartId, Part] => [id, blockPart({ position: [x, 0, 0] })];
    expect(hintsAbout("far_away", [FLOOR, block("1.1", 400)])).toEqual([]);
    expect(hintsAbout("far_away", [FLOOR, block("1.1", 430)])).toMatchObject([{ ids: ["1.1"] }]);
    expect(hintsAbout("far_away", [FLOOR, block("1.1", 430), block("1.2", -430)])).toMatchObject([
      { ids: ["1.1", "1.2"], text: expect.stringContaining("2 blocks") },
    ]);
    const moving = blockPart({ position: [430, 0, 0], motion: { by: [-20, 0, 0], seconds: 3 } });
    expect(hintsAbout("far_away", [FLOOR, ["1.1", moving]])).toEqual([]);
  });

  it("lead from what the simulation says to the parts", () => {
    const wall: [PartId, Part] = ["1.1", blockPart({ position: [12, 10, 0], size: [10, 20, 10] })];
    expect(hintsOf([FLOOR, wall, starAt(12, 10, 0)])).toMatchObject([
      { kind: "out_of_reach", position: [12, 10, 0], ids: ["1.9"] },
    ]);
    const inside = blockPart({ position: [0, 1, 0] });
    expect(hintsAbout("start_in_block", [FLOOR, ["1.1", inside]])).toMatchObject([{ ids: ["spawn"] }]);
    expect(hintsAbout("below_fall_line", [FLOOR, starAt(0, -80, 0)])).toMatchObject([{ ids: ["1.9"] }]);
    const many = Array.from({ length: 500 }, (_, i): [PartId, Part] => [
      `2.${i.toString(36)}`,
      blockPart({ rotation: [0, i / 10, 0] }),
    ]);
    expect(hintsAbout("too_costly", many)).toMatchObject([{ ids: ["2.0"] }]);
  });

  it("doubt a star or goal that no jump leads to", () => {
    const goal: [PartId, Part] = [GOAL_ID, { kind: "goal", position: [60, 0, 0] }];
    expect(hintsOf([FLOOR, goal])).toMatchObject([
      {
        kind: "no_way_to_reach",
        ids: [GOAL_ID],
        text: expect.stringContaining("The goal may be out of reach"),
      },
    ]);
    expect(hintsOf([FLOOR, starAt(0, 20, 0)])).toMatchObject([
      { kind: "no_way_to_reach", ids: ["1.9"], text: expect.stringContaining("Star 1") },
    ]);
  });

  it("are empty for all worlds to start from, except that the empty plain can't be cleared", () => {
    for (const { id } of WORLD_STARTS) {
      const hints = buildHints(new BuildDocument(fromWorld(worldStart(id))));
      expect(hints.map(({ kind }) => kind)).toEqual(id === "empty" ? ["no_way_to_clear"] : []);
    }
  });
});

const start = simFloor(0, 12);
const to = (goal: Vec3, blocks: readonly Partial<CourseBlock>[], more: Partial<CourseWorld> = {}) =>
  simWorld(blocks, { goal: { position: goal }, ...more });
const isInReach = (world: CourseWorld): boolean => unreachableTargets(makeCourse(world)).length === 0;

const CHECKPOINTS = [
  { position: [6, 2, 0] },
  { position: [12, 7, 0] },
  { position: [24, 12, 0] },
  { position: [90, 12, 0] },
] as const;
const POOL = { position: [21, -5, 0], size: [30, 8, 8], material: "water" } as const;
const moving = (by: Vec3) => ({ motion: { by, seconds: 4 } });

/** Worlds by a number: the first one leaves their goal within reach, the second one a little too far away. */
const PAIRS: [name: string, worldOf: (at: number) => CourseWorld, near: number, far: number][] = [
  ["a gap", (x) => to([x, 0, 0], [start, simFloor(x, 12)]), 25, 40],
  ["a ledge", (y) => to([12, y, 0], [start, simFloor(12, 8, y)]), 6, 16],
  ["a drop", (x) => to([x, -30, 0], [start, simFloor(x, 12, -30)]), 36, 80],
  [
    "a bounce",
    (y) => to([24, y, 0], [start, simFloor(11, 4, 0, { effect: "bounce" }), simFloor(24, 12, y)]),
    18,
    32,
  ],
  [
    "a boosted jump",
    (x) => to([x, 0, 0], [simFloor(0, 40, 0, { effect: "boost" }), simFloor(x, 20)]),
    52,
    80,
  ],
  [
    "a block that moves across a gap",
    (x) => to([x, 0, 0], [start, simFloor(12, 6, 0, moving([36, 0, 0])), simFloor(x, 12)]),
    60,
    90,
  ],
  [
    "a lift",
    (y) => to([24, y, 0], [start, simFloor(10, 6, 0, moving([0, 20, 0])), simFloor(22, 12, y)]),
    20,
    40,
  ],
  ["water", (x) => to([x, 1, 0], [start, POOL, simFloor(x, 12, 1)]), 42, 70],
  [
    "a ramp",
    (y) => to([20, y, 0], [start, { position: [20, 10, 0], size: [28, 20, 8], shape: "wedge" }]),
    20,
    40,
  ],
  [
    "a checkpoint in the air, to which players return",
    (from) => to([40, 12, 0], [start, simFloor(40, 12, 12)], { checkpoints: CHECKPOINTS.slice(from) }),
    0,
    3,
  ],
  [
    "a spawn that lifts players out of a block",
    (x) => to([0, 20, 0], [start, { position: [x, 10, 0], size: [4, 20, 4] }]),
    0,
    9,
  ],
];

describe("The search for what is out of reach", () => {
  it.each(PAIRS)("knows how far one gets by %s", (_, worldOf, near, far) => {
    expect([near, far].map((at) => isInReach(worldOf(at)))).toEqual([true, false]);
  });

  it("doesn't stand on lava or on blocks without collision", () => {
    for (const block of [{ material: "lava" }, { effect: "ghost" }] as const)
      expect(isInReach(to([40, 0, 0], [start, simFloor(20, 12, 0, block), simFloor(40, 12)]))).toBe(false);
    expect(isInReach(to([40, 0, 0], [start, simFloor(20, 12), simFloor(40, 12)]))).toBe(true);
  });

  it("names the stars and the goal", () => {
    const world = to([60, 0, 0], [start], {
      stars: [{ position: [3, 2, 0] }, { position: [0, 30, 0] }, { position: [5, 3, 5] }],
    });
    expect(unreachableTargets(makeCourse(world))).toEqual([
      { kind: "star", index: 1, position: [0, 30, 0] },
      { kind: "goal", index: 0, position: [60, 0, 0] },
    ]);
  });

  it.each(Object.keys(THEMES) as Theme[])("doubts nothing in the demo worlds of the theme '%s'", (theme) => {
    for (const seed of [1, 2, 3, 4, 5])
      for (const difficulty of [1, 5, 10]) expect(isInReach(THEMES[theme]({ seed, difficulty }))).toBe(true);
  });

  it("doubts nothing in a level that needs too many steps, and costs no more than one with half the blocks", () => {
    const level = (count: number) => {
      const blocks = Array.from({ length: count }, (_, i) => ({
        position: [(i % 100) * 6, 0, Math.floor(i / 100) * 6] as Vec3,
        size: [4, 1, 4] as Vec3,
      }));
      return makeCourse(to([0, 300, 0], blocks));
    };
    const [small, half, full] = [level(500), level(10_000), level(20_000)];
    expect(unreachableTargets(small)).toHaveLength(1);
    expect(unreachableTargets(full)).toEqual([]);
    expectCpuRatio(
      () => unreachableTargets(full),
      () => unreachableTargets(half),
      4,
    );
  });
});
