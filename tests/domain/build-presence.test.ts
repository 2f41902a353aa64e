import fc from "fast-check";
import { checkEdit } from "#domain/build/check-edit.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { PART_FIELDS, type Part, withFields } from "#domain/build/part.ts";
import { readPresence } from "#domain/build/presence.ts";
import { forAll } from "#tests/support/for-all.ts";
import { blockPart, placed } from "../support/block-part.ts";

const FIELDS = [...new Set(Object.values(PART_FIELDS).flat())];
/** Values of dragged fields: right ones, and anything else that JSON can carry. */
const values = fc.oneof(
  fc.jsonValue(),
  fc.array(fc.oneof(fc.double(), fc.constant(null)), { minLength: 2, maxLength: 4 }),
  fc.tuple(fc.double({ min: -9, max: 9 }), fc.double({ min: -9, max: 9 }), fc.double({ min: -9, max: 9 })),
  fc.constantFrom("box", "ff0000", "lava", "bounce", 90, { by: [1, 2, 3], seconds: 2 }, { by: [1] }),
);
const fields = fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), values, { maxKeys: 4 });
const presences = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      at: fc.oneof(values, fc.constant(null)),
      sel: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.constantFrom("0.1", "goal", "<x>"), fc.string()))),
      drag: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.tuple(fc.constantFrom("0.1", "goal", "x"), fc.oneof(fields, fc.jsonValue())), {
          maxLength: 3,
        }),
      ),
    },
    { requiredKeys: [] },
  ),
);

/** Whether a document could store the part. */
function canStore(part: Part): boolean {
  const document = new BuildDocument();
  try {
    const id = ["spawn", "goal"].includes(part.kind) ? part.kind : "1.0";
    if (part.kind === "spawn")
      checkEdit({ set: [["spawn", { position: part.position, yaw: part.yaw ?? null }]] }, document, 1);
    else checkEdit({ add: [[id, part]] }, document, 1);
    return true;
  } catch {
    return false;
  }
}

describe("The presence of a builder", () => {
  it("keeps a drag that moves, turns and paints, and is refused if it leaves a part without its position", () => {
    expect(readPresence({ drag: [["0.1", { position: null }]] })).toBe(null);
    expect(readPresence({ drag: [["0.1", { size: [1, 2] }]] })).toBe(null);
    expect(readPresence({ drag: [["0.1", { position: [1, 2, 1e9] }]] })).toBe(null);
    expect(readPresence({ drag: [["0.1", { color: null }]] })).toBe(null);
    expect(readPresence({ drag: [["0.1", { motion: { by: [1, 2, 3] } }]] })).toBe(null);
    const drag = [["0.1", { position: [1, 2, 3], rotation: null, color: "ff0000", yaw: 90 }]];
    expect(readPresence({ at: null, sel: ["0.1"], drag })).toEqual({ at: null, sel: ["0.1"], drag });
  });

  it("shows each part as one that could be stored, whatever was sent", () => {
    let accepted = 0;
    forAll(3_000, presences, placed, (raw, part) => {
      const presence = readPresence(raw);
      if (!presence) return;
      accepted++;
      for (const [, changes] of presence.drag ?? []) expect(canStore(withFields(part, changes))).toBe(true);
      for (const axis of presence.at ?? []) expect(Number.isFinite(axis)).toBe(true);
    });
    expect(accepted).toBeGreaterThan(100);
  });
});

it("An edit isn't passed on with changes of parts that don't exist", () => {
  const document = new BuildDocument([["0.1", blockPart()]]);
  const edit = {
    set: [
      ["9.9", { position: null, anything: "x" }],
      ["0.1", { color: "ff0000" }],
    ],
  };
  expect(checkEdit(edit, document, 1)).toEqual({ set: [["0.1", { color: "ff0000" }]] });
});
