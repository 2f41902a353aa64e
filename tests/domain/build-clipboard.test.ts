import * as fc from "fast-check";
import { changeParts, changesEdit, placedParts } from "#domain/build/change-parts.ts";
import { clipFoot, copyParts, parseClip, pasteEdit, repeatEdit, toPrefab } from "#domain/build/clip.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { deleteEdit, groupEdit, groupOf, ungroupEdit, withGroups } from "#domain/build/group.ts";
import { GOAL_ID, type PartId, partId, SPAWN_ID } from "#domain/build/ids.ts";
import { moveFields } from "#domain/build/move-fields.ts";
import type { Part } from "#domain/build/part.ts";
import { forAll } from "#tests/support/for-all.ts";
import { blockPart, copyable } from "../support/block-part.ts";

function idSource(): () => PartId {
  let counter = 0;
  return () => partId(9, counter++);
}

let document: BuildDocument;
/** Two groups of two blocks, a star without one, a goal and a locked block. */
beforeEach(() => {
  document = new BuildDocument([
    ["1.0", { kind: "group", name: "Stairs" }],
    ["1.1", { kind: "group", name: "Tower" }],
    ["1.2", blockPart({ group: "1.0", position: [0, 2, 0] })],
    ["1.3", blockPart({ group: "1.0", position: [4, 2, 0] })],
    ["1.4", blockPart({ group: "1.1", position: [20, 2, 0] })],
    ["1.5", blockPart({ group: "1.1", position: [20, 6, 0] })],
    ["1.6", { kind: "star", position: [0, 8, 0] }],
    ["1.7", blockPart({ locked: true, group: "4.4" })],
    [GOAL_ID, { kind: "goal", position: [50, 0, 0] }],
  ]);
});

describe("Groups", () => {
  it("are selected as a whole, have no members once they are gone, and can't have the spawn", () => {
    expect(withGroups(document, ["1.3", "1.6"])).toEqual(["1.2", "1.3", "1.6"]);
    expect(withGroups(document, ["1.6"])).toEqual(["1.6"]);
    expect(withGroups(document, ["1.7"])).toEqual(["1.7"]);
    expect(groupEdit(document, [SPAWN_ID, GOAL_ID], { id: "9.0", name: "New" })).toBe(null);
    expect(ungroupEdit(document, [SPAWN_ID, "1.6"])).toBe(null);
  });

  it("are deleted once all of their parts are in another one", () => {
    const edit = groupEdit(document, ["1.2", "1.3", "1.6", SPAWN_ID], { id: "9.0", name: "New" });
    document.apply(edit ?? {});
    expect(document.get("1.0")).toBeUndefined();
    expect(document.get("1.1")).toEqual({ kind: "group", name: "Tower" });
    expect(withGroups(document, ["1.6"])).toEqual(["1.2", "1.3", "1.6"]);
    expect(document.get(SPAWN_ID)).not.toHaveProperty("group");
  });

  it("stay while a part is left in them", () => {
    document.apply(ungroupEdit(document, ["1.2"]) ?? {});
    expect(document.get("1.0")).toBeDefined();
    expect(document.get("1.2")).not.toHaveProperty("group");
    document.apply(ungroupEdit(document, ["1.3"]) ?? {});
    expect(document.get("1.0")).toBeUndefined();
  });
});

it("Deleting deletes groups that become empty, and leaves the spawn", () => {
  document.apply(deleteEdit(document, ["1.2", "1.3", "1.4", GOAL_ID, SPAWN_ID]) ?? {});
  expect(document.get("1.0")).toBeUndefined();
  expect(document.get("1.1")).toBeDefined();
  expect(document.hasGoal).toBe(false);
  expect(document.get(SPAWN_ID)).toBeDefined();
  expect(deleteEdit(document, [SPAWN_ID, "8.8"])).toBe(null);
});

describe("Pasting", () => {
  it("adds parts with new ids in new groups of the same names", () => {
    const clip = copyParts(document, ["1.2", "1.3", "1.4", "1.6", "1.7", GOAL_ID, SPAWN_ID]);
    const before = document.size;
    const { edit, ids } = pasteEdit(clip, { by: [100, 0, 0], newId: idSource() });
    document.apply(edit);
    expect(document.size).toBe(before + 5 + 2);
    expect(new Set(ids).size).toBe(5);
    const [first = "", second = "", third = "", star = "", locked = ""] = ids;
    expect(withGroups(document, [first])).toEqual([first, second]);
    expect(withGroups(document, [third])).toEqual([third]);
    const group = groupOf(document, document.get(first) as Part) as PartId;
    expect(document.get(group)).toEqual({ kind: "group", name: "Stairs" });
    expect(document.get(star)).toEqual({ kind: "star", position: [100, 8, 0] });
    expect(document.get(locked)).not.toHaveProperty("locked");
    expect(document.get("1.2")).toMatchObject({ position: [0, 2, 0] });
  });

  it("of a prefab makes one group of its name", () => {
    const parts = toPrefab(copyParts(document, ["1.2", "1.4"]));
    const { edit, ids } = pasteEdit(
      { parts, groups: [] },
      { by: [0, 0, 0], newId: idSource(), name: "Arch" },
    );
    document.apply(edit);
    expect(withGroups(document, [ids[0] ?? ""])).toEqual(ids);
    expect(document.get("9.0")).toEqual({ kind: "group", name: "Arch" });
  });

  it("reports positions beyond the limits and keeps them within", () => {
    const clip = copyParts(document, ["1.6"]);
    const { edit, isLimited } = pasteEdit(clip, { by: [5000, 0, 0], newId: idSource() });
    expect(isLimited).toBe(true);
    expect(edit.add?.[0]?.[1]).toEqual({ kind: "star", position: [4096, 8, 0] });
  });
});

describe("Repeating", () => {
  it("adds as many copies, each one step further, with ids of their own", () => {
    forAll(fc.array(copyable, { minLength: 1, maxLength: 5 }), fc.nat(12), (parts, count) => {
      const { edit, ids } = repeatEdit({ parts, groups: [] }, count, [1, 0, -2], idSource());
      expect(ids).toHaveLength(parts.length * count);
      expect(new Set((edit.add ?? []).map(([id]) => id)).size).toBe(parts.length * count);
      const last = edit.add?.at(-1)?.[1] as { position: number[] } | undefined;
      const source = parts.at(-1)?.position ?? [];
      if (count > 0) expect(last?.position[0]).toBeCloseTo((source[0] ?? 0) + count, 2);
    });
  });

  it("makes a group for each copy of a group", () => {
    const { edit, ids } = repeatEdit(copyParts(document, ["1.2", "1.3"]), 3, [0, 4, 0], idSource());
    document.apply(edit);
    expect(ids).toHaveLength(6);
    expect(withGroups(document, [ids[2] ?? ""])).toEqual([ids[2], ids[3]]);
  });
});

it("A prefab is around the middle of its underside and has no groups", () => {
  const parts = toPrefab(copyParts(document, ["1.4", "1.5"]));
  expect(parts.map(({ position }) => position)).toEqual([
    [0, 2, 0],
    [0, 6, 0],
  ]);
  expect(clipFoot({ parts })).toEqual([0, 0, 0]);
  expect(parts[0]).not.toHaveProperty("group");
});

describe("A stored clip", () => {
  it("is the same once it is read", () => {
    const clip = copyParts(document, ["1.2", "1.6"]);
    expect(parseClip(JSON.stringify(clip))).toEqual(clip);
  });

  it.each([
    ["nothing", null],
    ["no JSON", "{"],
    ["another object", "{}"],
    ["null", "null"],
    ["no parts", '{"parts":[],"groups":[]}'],
    ["the sky", '{"parts":[{"kind":"sky"}],"groups":[]}'],
    ["a block without a size", '{"parts":[{"kind":"block","position":[0,0,0]}],"groups":[]}'],
    ["a star nowhere", '{"parts":[{"kind":"star","position":[0,null,0]}],"groups":[]}'],
    ["a group without a name", '{"parts":[{"kind":"star","position":[0,0,0]}],"groups":[["1.1"]]}'],
  ])("that holds %s is none", (_, text) => expect(parseClip(text)).toBe(null));
});

it("Changes of parts leave out what stays the same, and report that something was beyond the limits", () => {
  const parts = placedParts(document, ["1.2", "1.6", "1.0", "8.8"]);
  expect(parts.map(([id]) => id)).toEqual(["1.2", "1.6"]);
  const still = changeParts(parts, (part) => moveFields(part, [0, 0, 0]));
  expect(changesEdit(document, still)).toBe(null);
  const moved = changeParts(parts, (part) => (part.kind === "star" ? moveFields(part, [1, 0, 0]) : null));
  expect(changesEdit(document, moved)).toEqual({ set: [["1.6", { position: [1, 8, 0] }]] });
  expect(changeParts(parts, (part) => moveFields(part, [0, 9_999, 0])).isLimited).toBe(true);
});
