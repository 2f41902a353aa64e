import { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { outlineRows } from "#web/features/build/outline/outline-rows.ts";
import { scrollTopFor, visibleRows } from "#web/features/build/outline/outline-tree.tsx";
import { partName, selectionName } from "#web/features/build/part-names.ts";

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

  test("contain every row that can be seen, also a cut one", () => {
    const { from, to } = visibleRows(1_000, 34, { scrollTop: 3_410, height: 340 });
    expect(from).toBeLessThanOrEqual(100);
    expect(to).toBeGreaterThan(110);
  });

  test("stay within the list", () => {
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
  test("say what a thing is", () => {
    expect(partName(blockPart())).toBe("Box");
    expect(partName(blockPart({ material: "wood", shape: "wedge" }))).toBe("Wood wedge");
    expect(partName({ kind: "group", name: "Tower" })).toBe("Tower");
  });

  test("name one selected part, and count more; deleted ones don't count", () => {
    const get = (id: PartId) => level.get(id);
    expect(selectionName(["0.3"], get)).toBe("Lava");
    expect(selectionName(["0.0", "0.1", "0.2", "8.8"], get)).toBe("2 blocks, 1 star");
  });
});
