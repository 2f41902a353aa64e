import fc from "fast-check";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { readMeshFile, writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { fitModel, parseModel } from "#domain/items/model/parse-model.ts";
import { forAll } from "#tests/support/for-all.ts";
import { boundsOf, cornersOf } from "#tests/support/mesh.ts";
import { ballObj, cubeObj, obj } from "#tests/support/obj.ts";

const parse = (text: string, slot: "hat" | "toy" = "hat") => parseModel(new TextEncoder().encode(text), slot);

describe("fitting a model", () => {
  const cube = (side: number, at?: [number, number, number]) => parse(cubeObj(side, at));

  test("leaves a model unchanged that was made on the bopi", () => {
    for (const [side, x, y, z] of [
      [1, 0, 0, 0],
      [0.3, 1, 1, -1],
      [3.3, 0, -1.2, 0],
    ] as const) {
      const mesh = cube(side, [x, y, z]);
      expect(boundsOf(mesh).low[1]).toBeCloseTo(y, 5);
      expect(fitModel(mesh, "hat")).toBe(mesh);
    }
  });

  test.each<[string, number, [number, number, number]]>([
    ["too large", 40, [0, 0, 0]],
    ["tiny", 0.01, [0, 0, 0]],
    ["beside the head", 1, [50, 0, 0]],
    ["above the head", 1, [0, 9, 0]],
    ["far from everything", 999, [90_000, -90_000, 90_000]],
  ])("centers and scales a model that is %s, and keeps its shape", (_, side, at) => {
    const hat = boundsOf(cube(side, at));
    const toy = boundsOf(parse(cubeObj(side, at), "toy"));
    for (const [i, low] of hat.low.entries()) expect((hat.high[i] ?? 0) - low).toBeCloseTo(2.1, 1);
    for (const [i, low] of toy.low.entries()) expect((toy.high[i] ?? 0) - low).toBeCloseTo(1.4, 1);
    // A hat is on top of the head; a toy is centered on the hand.
    expect(hat.low[1]).toBeCloseTo(0.1, 1);
    expect((hat.low[0] ?? 0) + (hat.high[0] ?? 0)).toBeCloseTo(0, 1);
    for (const [i, low] of toy.low.entries()) expect(low + (toy.high[i] ?? 0)).toBeCloseTo(0, 1);
  });

  test("scales evenly: a flat plate stays flat and keeps its normals", () => {
    const plate = parse(obj("v 0 0 0", "v 90 0 0", "v 90 0 -30", "v 0 0 -30", "f 1 2 3 4"));
    const { low, high } = boundsOf(plate);
    const [x, y, z] = high.map((value, i) => value - (low[i] ?? 0)) as [number, number, number];
    expect([x, y, z].map((value) => Number(value.toFixed(3)))).toEqual([2.1, 0, 0.7]);
    expect(cornersOf(plate).every(({ normal }) => normal[1] === 1)).toBe(true);
  });
});

describe("a mesh file", () => {
  test("reads back the mesh that was written, with 16-bit and with 32-bit indices", () => {
    const meshes = [
      parse(cubeObj()),
      parse(ballObj(20, 30)),
      parse(obj("v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3")),
    ];
    for (const mesh of meshes) expect(readMeshFile(writeMeshFile(mesh).buffer as ArrayBuffer)).toEqual(mesh);
    const vertices = 65_536;
    const large: MeshData = {
      positions: Float32Array.from({ length: vertices * 3 }, (_, i) => i),
      normals: new Float32Array(vertices * 3).fill(1),
      uvs: new Float32Array(vertices * 2).fill(0.5),
      indices: Uint32Array.of(0, 1, vertices - 1),
    };
    expect(readMeshFile(writeMeshFile(large).buffer as ArrayBuffer)).toEqual(large);
  });

  test("reads back any floats exactly", () => {
    const vertex = fc.tuple(...Array.from({ length: 8 }, () => fc.float({ noNaN: true })));
    forAll(fc.array(vertex, { minLength: 1, maxLength: 40 }), (vertices) => {
      const part = (from: number, to: number) =>
        Float32Array.from(vertices.flatMap((v) => v.slice(from, to)));
      const indices = Uint16Array.from(vertices.flatMap((_, i) => [i, 0, i]));
      const mesh = { positions: part(0, 3), normals: part(3, 6), uvs: part(6, 8), indices };
      expect(readMeshFile(writeMeshFile(mesh).buffer as ArrayBuffer)).toEqual(mesh);
    });
  });

  test("is rejected if it is truncated or something else", () => {
    const file = writeMeshFile(parse(cubeObj()));
    const changed = (at: number, value: number) => file.map((byte, i) => (i === at ? value : byte));
    for (const bad of [
      new Uint8Array(16),
      changed(0, 0),
      changed(4, 9),
      file.slice(0, 20),
      file.slice(0, -1),
      changed(11, 0xff),
    ])
      expect(() => readMeshFile(bad.buffer as ArrayBuffer)).toThrow();
  });
});
