import fc from "fast-check";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument, EditError } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import { clientOf, GOAL_ID, isPartId, type PartId, partId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { isKnownEdit, isKnownPart } from "#domain/build/known-parts.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { PART_FIELDS, type Part } from "#domain/build/part.ts";
import { WORLD_STARTS, worldStart } from "#domain/build/starts/world-starts.ts";
import { fromWorld, toParts, toWorld } from "#domain/build/world.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import {
  anyPart,
  anyWorld,
  type EditChoice,
  editChoice,
  editFrom,
  hostileValue,
} from "#tests/support/any-world.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { entriesText } from "#tests/support/build-simulation.ts";
import { forAll } from "#tests/support/for-all.ts";

const BLOCK = blockPart();
const STAR: Part = { kind: "star", position: [0, 3, 0] };
const CLIENT = 3;
const own = (counter: number) => partId(CLIENT, counter);

/** A document with one part of each kind. */
const smallDocument = () =>
  new BuildDocument([
    [SPAWN_ID, { kind: "spawn", position: [0, 1, 0] }],
    [SKY_ID, { kind: "sky", ambience: "day" }],
    [GOAL_ID, { kind: "goal", position: [8, 1, 0] }],
    [partId(0, 0), BLOCK],
    [partId(0, 1), STAR],
    [partId(0, 2), { kind: "checkpoint", position: [4, 1, 0] }],
    [partId(0, 3), { kind: "hazard", hazard: "lava", position: [4, 1, 0], size: [1, 1, 1] }],
    [partId(0, 4), { kind: "group", name: "Start" }],
  ]);

const problemOf = (raw: unknown, document = smallDocument()): string | null => {
  const before = entriesText(document);
  try {
    checkEdit(raw, document, CLIENT);
    return null;
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    expect(entriesText(document)).toBe(before);
    return error.message;
  }
};

/** Asserts that uploads accept what a document exports, and that it isn't larger than the document says. */
function expectAccepted(document: BuildDocument): void {
  const text = serializeWorld(toWorld(document));
  expect(parseWorld(text)).toMatchObject({ ok: true, text });
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(document.bytes);
}

describe("A document that is being built", () => {
  it("is restored exactly when edits are rolled back in reverse", () => {
    forAll(300, fc.array(editChoice, { minLength: 1, maxLength: 20 }), (choices) => {
      const document = smallDocument();
      const before = entriesText(document);
      const { bytes, size } = document;
      const known = [...document.entries()].map(([id]) => id);
      const done = choices.map((choice, i) =>
        document.apply(editFrom(choice, document, [...known, own(i - 1)], () => own(i))),
      );
      for (const changes of done.reverse()) document.rollback(changes);
      expect(entriesText(document)).toBe(before);
      expect([document.bytes, document.size, document.count("block")]).toEqual([bytes, size, 1]);
    });
  });

  it("lists parts by page and then by counter, whatever the order in which they came", () => {
    const ids = [partId(0, 0), partId(0, 40), partId(1, 9), partId(1, 10), partId(12, 0), partId(40, 1)];
    forAll(fc.shuffledSubarray(ids, { minLength: ids.length }), (shuffled) => {
      const document = new BuildDocument();
      for (const id of shuffled) document.apply({ add: [[id, STAR]] });
      expect([...document.entries()].map(([id]) => id).slice(2)).toEqual(ids);
    });
  });

  it("ends the same when edits of different fields or parts come in another order", () => {
    const edits: Edit[] = [
      { set: [[partId(0, 0), { color: "000000" }]] },
      { set: [[partId(0, 0), { position: [1, 2, 3] }]] },
      { set: [[partId(0, 1), { position: [4, 5, 6] }]] },
      { add: [[partId(1, 1), STAR]] },
      { add: [[partId(2, 1), BLOCK]] },
      { del: [partId(0, 2)] },
      { set: [[SKY_ID, { ambience: null }]] },
    ];
    const result = (order: readonly Edit[]) => {
      const document = smallDocument();
      for (const edit of order) document.apply(edit);
      return entriesText(document);
    };
    forAll(fc.shuffledSubarray(edits, { minLength: edits.length }), (order) => {
      expect(result(order)).toBe(result(edits));
    });
  });

  it("ignores changes of deleted parts, and keeps its spawn and its sky", () => {
    const document = smallDocument();
    document.apply({ del: [partId(0, 0)] });
    expect(document.apply({ set: [[partId(0, 0), { color: "000000" }]] })).toEqual([]);
    expect(document.get(partId(0, 0))).toBeUndefined();
    expect(smallDocument().apply({ del: [SPAWN_ID, SKY_ID] })).toEqual([]);
    expect(problemOf({ del: [SPAWN_ID] })).toBe("The spawn can't be deleted.");
    expect(problemOf({ del: [SKY_ID] })).toBe("The sky can't be deleted.");
  });

  it("adds and changes a part in one edit as one change, and skips one that the edit deletes as well", () => {
    const document = smallDocument();
    const changes = document.apply({
      add: [
        [own(1), BLOCK],
        [own(2), STAR],
      ],
      set: [
        [own(1), { color: "000000" }],
        [partId(0, 0), { color: "ffffff" }],
      ],
      del: [own(2), partId(0, 0)],
    });
    expect(changes).toEqual([
      { id: own(1), field: null, before: null, after: { ...BLOCK, color: "000000" } },
      { id: partId(0, 0), field: null, before: BLOCK, after: null },
    ]);
  });
});

describe("The check of an edit", () => {
  it("accepts only edits after which uploads accept the export, and refused ones change nothing", () => {
    const seen = { accepted: 0, refused: 0 };
    const hostile = fc.record({
      choice: editChoice,
      value: hostileValue,
      field: fc.constantFrom(...Object.values(PART_FIELDS).flat(), "kind", "__proto__", "toString"),
      isHostile: fc.boolean(),
    });
    forAll(300, fc.array(hostile, { minLength: 1, maxLength: 25 }), (steps) => {
      const document = smallDocument();
      for (const [i, { choice, value, field, isHostile }] of steps.entries()) {
        const known: PartId[] = [...document.entries()].map(([id]) => id);
        const edit = editFrom(choice, document, known, () => own(i));
        const raw = isHostile ? spoil(edit, choice, field, value) : edit;
        const before = entriesText(document);
        const problem = problemOf(raw, document);
        if (problem === null) document.apply(checkEdit(raw, document, CLIENT));
        else expect(entriesText(document)).toBe(before);
        seen[problem === null ? "accepted" : "refused"]++;
        expectAccepted(document);
      }
    });
    expect(seen.accepted).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(300);
  });

  it("refuses anything that isn't an edit with an EditError", () => {
    // Deleting an id is an edit, also of a part that someone else has deleted.
    const isNoId = (value: unknown) => typeof value !== "string" || !isPartId(value);
    forAll(500, fc.anything({ maxDepth: 4 }).filter(isNoId), (value) => {
      for (const raw of [
        value,
        { add: value },
        { set: [value] },
        { del: [value] },
        { add: [[own(1), value]] },
      ])
        expect(problemOf(raw)).not.toBeNull();
    });
  });

  it.each<[name: string, raw: unknown, message: string]>([
    ["nothing", {}, "An operation must change something."],
    ["another page's id", { add: [[partId(4, 1), BLOCK]] }, "A new thing has the id of something else."],
    ["an id that's taken", { add: [[partId(0, 0), BLOCK]] }, "A new thing has an id that's taken."],
    [
      "a second goal",
      { add: [[GOAL_ID, { kind: "goal", position: [0, 0, 0] }]] },
      "The level already has a goal.",
    ],
    [
      "a goal under a page's id",
      { add: [[own(1), { kind: "goal", position: [0, 0, 0] }]] },
      "something else",
    ],
    [
      "the same id twice",
      {
        add: [
          [own(1), BLOCK],
          [own(1), STAR],
        ],
      },
      "names the same thing twice",
    ],
    [
      "a field of another kind",
      { set: [[partId(0, 1), { color: "000000" }]] },
      "A star has no field like that.",
    ],
    ["another kind", { set: [[partId(0, 1), { kind: "block" }]] }, "A star has no field like that."],
    ["a required field that's removed", { set: [[partId(0, 0), { color: null }]] }, "color"],
    ["a size of 0", { set: [[partId(0, 0), { size: [0, 1, 1] }]] }, "size[0] must be at least 0.05."],
    ["an invalid group", { set: [[partId(0, 0), { group: "roof" }]] }, "a group that can't exist"],
    ["a group without a name", { set: [[partId(0, 4), { name: "" }]] }, "The group's name is required."],
    [
      "a group's name with spaces up to the limit of a message",
      { set: [[partId(0, 4), { name: `a${" ".repeat(100_000)}` }]] },
      "at most 40 characters",
    ],
    [
      "an invalid value of a part that the same edit adds",
      { add: [[own(1), BLOCK]], set: [[own(1), { size: [0, 0, 0] }]] },
      "size[0]",
    ],
    [
      "an unknown field of a part that the same edit adds",
      { add: [[own(1), BLOCK]], set: [[own(1), { owner: 1 }]] },
      "no field like that",
    ],
  ])("refuses %s", (_, raw, message) => expect(problemOf(raw)).toContain(message));

  it("refuses a key that stands for an object's prototype", () => {
    const part = JSON.parse('{"kind":"star","position":[0,0,0],"__proto__":{"kind":"block"}}') as unknown;
    expect(problemOf({ add: [[own(1), part]] })).toContain("__proto__");
    expect(problemOf({ set: [[partId(0, 1), JSON.parse('{"__proto__":{"kind":"block"}}')]] })).toContain(
      "no field",
    );
  });

  it("accepts 500 parts at once and refuses more", () => {
    const add = (count: number) => ({ add: Array.from({ length: count }, (_, i) => [own(i), BLOCK]) });
    expect(problemOf(add(BUILD_LIMITS.partsPerOp))).toBeNull();
    expect(problemOf(add(BUILD_LIMITS.partsPerOp + 1))).toBe("An operation can change at most 500 things.");
  });
});

/** Puts a hostile value somewhere into an edit. */
function spoil(edit: Edit, { picks: [a, b] }: EditChoice, field: string, value: unknown): unknown {
  const [id] = edit.set?.[0] ?? edit.add?.[0] ?? [SPAWN_ID];
  const part = { ...BLOCK, [field]: value };
  const spoiled: unknown[] = [
    { ...edit, set: [...(edit.set ?? []), [id, { [field]: value }]] },
    { ...edit, add: [...(edit.add ?? []), [own(5_000), part]] },
    { add: [[own(5_001), BLOCK]], set: [[own(5_001), { [field]: value }]] },
    { ...edit, add: [[String(value), BLOCK]] },
    { ...edit, add: [[partId(CLIENT + 1, 1), BLOCK]] },
    { ...edit, del: [value] },
    { add: value, set: value, del: value },
    { ...edit, add: [...(edit.add ?? []), ...(edit.add ?? [])] },
  ];
  return spoiled[(a + b) % spoiled.length];
}

describe("The limits of a document", () => {
  const full = (kind: "star" | "group", count: number) =>
    new BuildDocument(
      Array.from({ length: count }, (_, i): [PartId, Part] => [
        partId(0, i),
        kind === "star" ? STAR : { kind, name: "Roof" },
      ]),
    );

  it("are those of uploads, hold for taking back a deletion and let parts be replaced, and groups have their own", () => {
    expect(problemOf({ add: [[own(1), STAR]] }, full("star", 499))).toBeNull();
    expect(problemOf({ add: [[own(1), STAR]] }, full("star", 500))).toBe(
      "A level can have at most 500 stars.",
    );
    expect(problemOf({ add: [[own(1), { kind: "group", name: "a" }]] }, full("group", 1_000))).toBe(
      "A level can have at most 1,000 groups.",
    );
    expect(problemOf({ add: [[own(1), STAR]], del: [partId(0, 0)] }, full("star", 500))).toBeNull();
    const document = full("star", 500);
    document.apply({ del: [partId(0, 0)], add: [[own(1), STAR]] });
    expect(() => document.checkLimits({ add: [[partId(0, 0), STAR]] })).toThrow(EditError);
  });

  it("count the bytes of parts, of changed parts and of parts that the same edit adds and changes", () => {
    const long = blockPart({
      position: [-1234.567890123456, -1234.567890123456, -1234.567890123456],
      size: [123.4567890123456, 123.4567890123456, 123.4567890123456],
      rotation: [-123.4567890123456, -123.4567890123456, -123.4567890123456],
      motion: {
        by: [-1234.567890123456, -1234.567890123456, -1234.567890123456],
        seconds: 12.34567890123456,
      },
    });
    const bytes = JSON.stringify(long).length + 1;
    const count = Math.floor((WORLD_LIMITS.bytes - 1_500) / bytes);
    const document = new BuildDocument(
      Array.from({ length: count }, (_, i): [PartId, Part] => [partId(0, i), long]),
    );
    const several = Array.from({ length: 4 }, (_, i): [PartId, Part] => [own(i), long]);
    expect(problemOf({ add: several }, document)).toContain("as large as a level can be");
    const [first] = several;
    expect(first && problemOf({ add: [first] }, document)).toBeNull();
    const growing = Array.from({ length: 8 }, (_, i) => own(i));
    const { rotation, motion } = long;
    const edit = {
      add: growing.map((id) => [id, BLOCK]),
      set: growing.map((id) => [id, { rotation, motion }]),
    };
    expect(problemOf(edit, document)).toContain("as large as a level can be");
    expectAccepted(document);
  });

  it("refuse nothing that makes a document smaller", () => {
    forAll(fc.array(anyPart, { maxLength: 5 }), (parts) => {
      const document = full("star", 510);
      for (const [i, part] of parts.entries()) document.apply({ add: [[own(i), part]] });
      expect(problemOf({ del: [partId(0, 0)] }, document)).toBeNull();
    });
  });
});

describe("A level's document and the parts that stand for it", () => {
  it("export to the same text after they were exported and parsed, or uploaded", () => {
    const exportOf = (level: World) => serializeWorld(toWorld(new BuildDocument(fromWorld(level))));
    forAll(500, anyWorld, (world) => {
      const exported = exportOf(world);
      const [parsed, uploaded] = [parseWorld(exported), parseWorld(JSON.stringify(world))];
      if (!parsed.ok || !uploaded.ok) throw new Error("The level wasn't accepted.");
      expect([parsed.text, exportOf(parsed.world)]).toEqual([exported, exported]);
      expect(exportOf(uploaded.world)).toBe(uploaded.text);
    });
  });

  it("keep the order of the document under ids of one page", () => {
    forAll(100, anyWorld, fc.nat(50), fc.nat(5_000), (world, client, first) => {
      const parts = fromWorld(world, client, first);
      expect(toWorld(new BuildDocument([...parts].reverse())).blocks).toEqual(
        toWorld(new BuildDocument(parts)).blocks,
      );
      const placed = parts.filter(([id]) => clientOf(id) >= 0);
      expect(placed.map(([id]) => id)).toEqual(placed.map((_, i) => partId(client, first + i)));
    });
  });

  it("leave ids, groups and locks out of the export", () => {
    const document = new BuildDocument([
      [partId(1, 1), { kind: "group", name: "Lights" }],
      [partId(1, 2), { kind: "star", position: [1, 2, 3], group: partId(1, 1), locked: true }],
    ]);
    expect(serializeWorld(toWorld(document))).toBe(
      '{"version":1,"spawn":{"position":[0,0,0]},"stars":[{"position":[1,2,3]}],"checkpoints":[],"hazards":[],"blocks":[]}',
    );
  });
});

describe("the parts that a page knows", () => {
  test("are all parts of this version", () => {
    for (const { id } of WORLD_STARTS)
      for (const part of toParts(worldStart(id))) expect(isKnownPart(part)).toBe(true);
    expect(isKnownPart({ ...BLOCK, material: null, effect: "bounce" })).toBe(true);
  });

  test.each([
    ["a kind", { kind: "portal", position: [0, 0, 0] }],
    ["a shape", { ...BLOCK, shape: "torus" }],
    ["a material", { ...BLOCK, material: "honey" }],
    ["an effect", { ...BLOCK, effect: "teleport" }],
    ["a hazard", { kind: "hazard", hazard: "wind" }],
    ["an ambience", { kind: "sky", ambience: "mars" }],
    ["no part", null],
  ])("aren't those of a newer version with %s", (_, part) => {
    expect(isKnownPart(part)).toBe(false);
    expect(isKnownEdit({ add: [["1-1", part as unknown as Part]] })).toBe(false);
  });

  test("don't include changed fields of a newer version either", () => {
    expect(isKnownEdit({ set: [["1-1", { material: "honey" }]] })).toBe(false);
    expect(isKnownEdit({ set: [["1-1", { material: "stone", position: [1, 2, 3] }]], del: ["1-2"] })).toBe(
      true,
    );
  });
});
