import { describe, expect, it } from "vitest";
import { BuildDocument } from "#domain/build/document.ts";
import { buildHints } from "#domain/build/hints.ts";
import { GOAL_ID, type PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { blockPart } from "../support/block-part.ts";

const hintsOf = (parts: [PartId, Part][]) => buildHints(new BuildDocument(parts));

describe("Hints for builders", () => {
  it("find nothing in a plain level", () => {
    expect(
      hintsOf([
        ["1.1", blockPart()],
        ["1.2", blockPart({ position: [4, 0, 0], motion: { by: [0, 4, 0], seconds: 2 } })],
        ["1.3", { kind: "checkpoint", position: [0, 2, 0] }],
        [GOAL_ID, { kind: "goal", position: [4, 2, 0] }],
      ]),
    ).toEqual([]);
  });

  it("name all but one of several equal parts", () => {
    const equal = hintsOf([
      ["1.1", blockPart({ color: "111111" })],
      ["1.2", blockPart({ color: "222222" })],
      ["1.3", blockPart({ rotation: [0, 45, 0] })],
      ["1.4", blockPart()],
    ]);
    expect(equal).toEqual([
      {
        text: "3 blocks are in exactly the same place, at 0, 0, 0. Delete all but one.",
        position: [0, 0, 0],
        ids: ["1.2", "1.4"],
      },
    ]);
  });

  it("name blocks whose motion leads nowhere", () => {
    const [hint] = hintsOf([["1.1", blockPart({ motion: { by: [0, 0, 0], seconds: 2 } })]]);
    expect(hint).toMatchObject({ ids: ["1.1"] });
  });

  it("name blocks far below everything that players go to", () => {
    const parts: [PartId, Part][] = [["1.1", blockPart({ position: [0, -210, 0] })]];
    expect(hintsOf(parts)).toMatchObject([{ ids: ["1.1"] }]);
    expect(hintsOf([...parts, ["1.2", { kind: "star", position: [0, -100, 0] }]])).toEqual([]);
  });

  it("miss a goal where there are checkpoints without stars", () => {
    const parts: [PartId, Part][] = [["1.1", { kind: "checkpoint", position: [0, 0, 0] }]];
    expect(hintsOf(parts)).toHaveLength(1);
    expect(hintsOf([...parts, ["1.2", { kind: "star", position: [0, 5, 0] }]])).toEqual([]);
  });
});
