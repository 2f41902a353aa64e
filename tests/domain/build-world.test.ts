import fc from "fast-check";
import { BuildDocument } from "#domain/build/document.ts";
import { clientOf, partId } from "#domain/build/ids.ts";
import { fromWorld, toWorld } from "#domain/build/world.ts";
import { parseWorld, serializeWorld } from "#domain/world/parse-world.ts";
import { anyWorld } from "#tests/support/any-world.ts";
import { forAll } from "#tests/support/for-all.ts";

describe("A level's document and the parts that stand for it", () => {
  it("export to the same text after they were exported and parsed", () => {
    forAll(500, anyWorld, (world) => {
      const exported = serializeWorld(toWorld(new BuildDocument(fromWorld(world))));
      const parsed = parseWorld(exported);
      if (!parsed.ok) throw new Error(parsed.message);
      expect(parsed.text).toBe(exported);
      expect(serializeWorld(toWorld(new BuildDocument(fromWorld(parsed.world))))).toBe(exported);
    });
  });

  it("export to the text that an upload of the document is stored as", () => {
    forAll(300, anyWorld, (world) => {
      const uploaded = parseWorld(JSON.stringify(world));
      if (!uploaded.ok) throw new Error(uploaded.message);
      expect(serializeWorld(toWorld(new BuildDocument(fromWorld(uploaded.world))))).toBe(uploaded.text);
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
