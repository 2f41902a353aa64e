import { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { BlockPart, Part } from "#domain/build/part.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { outlineRows } from "#web/features/build/outline/outline-rows.ts";
import { scrollTopFor, visibleRows } from "#web/features/build/outline/outline-tree.tsx";
import { partName, selectionName } from "#web/features/build/part-names.ts";
import { BLOCK_PALETTE, MIXED, withRecentColor } from "#web/features/build/properties/brush-fields.tsx";
import { formatField, isInRange, parseField, RANGES } from "#web/features/build/properties/number-field.tsx";
import {
  axisEdit,
  fieldEdit,
  motionEdit,
  type PartEntry,
  partsWith,
  sharedAxis,
  sharedField,
} from "#web/features/build/properties/shared-field.ts";

const PARTS: [PartId, Part][] = [
  ["0.0", blockPart({ material: "grass" })],
  ["0.1", blockPart({ material: "grass", group: "0.4" })],
  ["0.2", { kind: "star", position: [0, 8, 0], group: "0.4" }],
  ["0.3", { kind: "hazard", hazard: "lava", position: [9, 0, 0], size: [2, 2, 2], group: "9.9" }],
  ["0.4", { kind: "group", name: "Tower" }],
];
const level = new BuildDocument(PARTS);
const NONE: ReadonlySet<PartId> = new Set();

const lines = (search = "", closed = NONE) =>
  outlineRows(level.entries(), { search, closed }).map(({ name, depth }) => "  ".repeat(depth) + name);

describe("the list of parts", () => {
  test("has groups with their parts first, then the rest, of deleted groups too, in the order of the document", () => {
    expect(lines()).toEqual(["Tower", "  Grass box 2", "  Star 1", "Spawn", "Sky", "Grass box 1", "Lava 1"]);
  });

  test("leaves out the parts of closed groups", () => {
    expect(lines("", new Set(["0.4"]))).toEqual(["Tower", "Spawn", "Sky", "Grass box 1", "Lava 1"]);
  });

  test("finds parts by name in groups that are closed, too", () => {
    expect(lines("grass", new Set(["0.4"]))).toEqual(["Tower", "  Grass box 2", "Grass box 1"]);
  });

  test("finds all parts of a group by its name, and blocks by color", () => {
    expect(lines("tower")).toEqual(["Tower", "  Grass box 2", "  Star 1"]);
    expect(lines("#f99205")).toEqual(["Tower", "  Grass box 2", "Grass box 1"]);
    expect(lines("nothing like it")).toEqual([]);
  });

  test("knows the parts of a group, also when it's closed", () => {
    const [group] = outlineRows(level.entries(), { search: "", closed: new Set(["0.4"]) });
    expect(group).toMatchObject({ id: "0.4", members: ["0.1", "0.2"], isOpen: false });
  });
});

describe("the rows in sight", () => {
  test("cost the same in a long list as in a short one", () => {
    const view = { scrollTop: 3_400, height: 340 };
    const rendered = [200, 20_000]
      .map((count) => visibleRows(count, 34, view))
      .map(({ from, to }) => to - from);
    expect(rendered[0]).toBe(rendered[1]);
    expect(rendered[0]).toBeLessThan(40);
  });

  test("contain every row that can be seen, also a cut one, and stay within the list", () => {
    const { from, to } = visibleRows(1_000, 34, { scrollTop: 3_410, height: 340 });
    expect(from).toBeLessThanOrEqual(100);
    expect(to).toBeGreaterThan(110);
    expect(visibleRows(3, 34, { scrollTop: 0, height: 900 })).toEqual({ from: 0, to: 3 });
    expect(visibleRows(0, 34, { scrollTop: 0, height: 900 })).toEqual({ from: 0, to: 0 });
    // A search has made the list shorter than it was scrolled.
    const short = visibleRows(5, 34, { scrollTop: 9_000, height: 340 });
    expect(short.from).toBeLessThanOrEqual(short.to);
    expect(short.to).toBe(5);
  });

  test("scroll no farther than needed to show a row", () => {
    const view = { scrollTop: 100, height: 200 };
    expect(scrollTopFor(4, 34, view)).toBe(100);
    expect(scrollTopFor(1, 34, view)).toBe(34);
    expect(scrollTopFor(20, 34, view)).toBe(21 * 34 - 200);
  });
});

describe("names of parts", () => {
  test("say what a thing is, and count selected parts that still exist", () => {
    expect(partName(blockPart())).toBe("Box");
    expect(partName(blockPart({ material: "wood", shape: "wedge" }))).toBe("Wood wedge");
    expect(partName({ kind: "group", name: "Tower" })).toBe("Tower");
    const get = (id: PartId) => level.get(id);
    expect(selectionName(["0.3"], get)).toBe("Lava");
    expect(selectionName(["0.0", "0.1", "0.2", "8.8"], get)).toBe("2 blocks, 1 star");
  });
});

const block = (id: string, more: Partial<BlockPart> = {}): PartEntry => [
  id,
  blockPart({ position: [1, 2, 3], ...more }),
];
const star: PartEntry = ["0.9", { kind: "star", position: [1, 8, 3] }];

/** The parts after an edit. */
function applied(parts: readonly PartEntry[], edit: Parameters<BuildDocument["apply"]>[0]): Part[] {
  const document = new BuildDocument(parts);
  document.apply(edit);
  return parts.flatMap(([id]) => document.get(id) ?? []);
}

describe("values that several parts have in common", () => {
  test("are those of all of them, or mixed", () => {
    const two = [block("0.1"), block("0.2", { color: "00ff00" })];
    expect(sharedField(two, "shape")).toBe("box");
    expect(sharedField(two, "color")).toBe(MIXED);
    expect(sharedField(two, "material")).toBeUndefined();
    expect(sharedField([...two, block("0.3", { material: "wood" })], "material")).toBe(MIXED);
  });

  test("are compared by axis, where a rotation that isn't set counts as none", () => {
    const axes = (parts: PartEntry[], field: "position" | "rotation") =>
      [0, 1, 2].map((axis) => sharedAxis(parts, field, axis));
    expect(axes([block("0.1"), star], "position")).toEqual([1, MIXED, 3]);
    expect(axes([block("0.1"), block("0.2", { rotation: [0, 45, 0] })], "rotation")).toEqual([0, MIXED, 0]);
  });

  test("concern only parts that have the field", () => {
    expect(partsWith([block("0.1"), star], "size")).toEqual([block("0.1")]);
    expect(fieldEdit([block("0.1"), star], "color", "00ff00")).toEqual({
      set: [["0.1", { color: "00ff00" }]],
    });
  });
});

describe("typing a number for several parts", () => {
  test("changes one axis and leaves the others of each part alone", () => {
    const parts = [block("0.1"), block("0.2", { position: [7, 8, 9] })];
    expect(applied(parts, axisEdit(parts, "position", 1, 5))).toMatchObject([
      { position: [1, 5, 3] },
      { position: [7, 5, 9] },
    ]);
  });

  test("removes a rotation of nothing", () => {
    const parts = [block("0.1", { rotation: [0, 45, 0] }), block("0.2", { rotation: [0, 45, 10] })];
    const [first, second] = applied(parts, axisEdit(parts, "rotation", 1, 0));
    expect(first).not.toHaveProperty("rotation");
    expect(second).toMatchObject({ rotation: [0, 0, 10] });
  });

  test("changes a part of each motion, and gives none to blocks that rest", () => {
    const parts = [
      block("0.1", { motion: { by: [0, 6, 0], seconds: 2 } }),
      block("0.2", { motion: { by: [3, 0, 0], seconds: 4 } }),
      block("0.3"),
    ];
    const [first, second, third] = applied(parts, motionEdit(parts, { axis: 2, value: 8 }));
    expect(first).toMatchObject({ motion: { by: [0, 6, 8], seconds: 2 } });
    expect(second).toMatchObject({ motion: { by: [3, 0, 8], seconds: 4 } });
    expect(third).not.toHaveProperty("motion");
    expect(applied(parts, motionEdit(parts, { seconds: 9 }))[0]).toMatchObject({
      motion: { by: [0, 6, 0], seconds: 9 },
    });
  });
});

describe("a typed number", () => {
  test("has a point or a comma and at most three digits behind it, no noise of computing, and limits", () => {
    expect(["2", " -2.5 ", "0,25", ".5", "3.", "1.23456"].map(parseField)).toEqual([
      2, -2.5, 0.25, 0.5, 3, 1.235,
    ]);
    expect(["", "-", "1e3", "2x", "1.2.3", "Infinity"].map(parseField)).toEqual(Array(6).fill(null));
    expect(formatField(0.1 + 0.2)).toBe("0.3");
    expect(formatField(-4096)).toBe("-4096");
    expect(isInRange(0, RANGES.size)).toBe(false);
    expect(isInRange(2048, RANGES.size)).toBe(true);
    expect(isInRange(4097, RANGES.position)).toBe(false);
  });
});

describe("recent colors", () => {
  test("have the newest first, each once, at most eight, without the palette of 24 different colors", () => {
    const many = ["000001", "000002", "000003", "000004", "000005", "000006", "000007", "000008"];
    expect(withRecentColor(many, "000009")).toEqual(["000009", ...many.slice(0, 7)]);
    expect(withRecentColor(many, "000003").slice(0, 4)).toEqual(["000003", "000001", "000002", "000004"]);
    expect(withRecentColor([], "ffffff")).toEqual([]);
    expect(new Set(BLOCK_PALETTE).size).toBe(24);
  });
});
