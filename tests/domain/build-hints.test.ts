import { BuildDocument } from "#domain/build/document.ts";
import { type BuildHintKind, buildHints } from "#domain/build/hints.ts";
import { GOAL_ID, type PartId, SPAWN_ID } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import { fromWorld } from "#domain/build/world.ts";
import { blockPart } from "../support/block-part.ts";

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

  it("name blocks whose motion leads nowhere", () => {
    const [hint] = hintsAbout("still_motion", [
      ["1.1", blockPart({ motion: { by: [0, 0, 0], seconds: 2 } })],
    ]);
    expect(hint).toMatchObject({ ids: ["1.1"] });
  });

  it("name blocks far below everything that players go to", () => {
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
