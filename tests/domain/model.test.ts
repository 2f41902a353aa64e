import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import { readMeshFile, writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { fitModel, parseModel, readObj, vector } from "#domain/items/model/parse-model.ts";
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

const read = (name: string) => readFileSync(new URL(`../support/cases/obj/${name}.obj`, import.meta.url));
const errorOf = (file: string | Uint8Array): string => {
  try {
    parseModel(typeof file === "string" ? new TextEncoder().encode(file) : file, "hat");
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
  return "accepted";
};

/** The area of all triangles of a file. */
function areaOf(name: string): number {
  const { positions, corners } = readObj(new TextDecoder().decode(read(name)));
  let area = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const [a = [0, 0, 0], ...ends] = [0, 1, 2].map((k) => vector(positions, corners[i + k]?.position ?? 0));
    const [u, v] = ends.map((end) => end.map((value, axis) => value - (a[axis] as number)));
    const [ux = 0, uy = 0, uz = 0] = u ?? [];
    const [vx = 0, vy = 0, vz = 0] = v ?? [];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}

describe("a model file of other programs", () => {
  test.each([
    ["20-concave-arrow-ngon", 5.522],
    ["21-concave-star-ngon", 5.216],
  ])("%s with a face that isn't convex has an area of %d", (name, area) => {
    expect(areaOf(name)).toBeCloseTo(area, 3);
  });

  test("with a comment that ends with a backslash is read as a whole", () => {
    const mesh = parseModel(read("10-comment-ends-with-backslash"), "hat");
    expect(triangleCount(mesh)).toBe(12);
    const { low, high } = boundsOf(mesh);
    const sides = low.map((value, axis) => (high[axis] as number) - value);
    for (const side of sides) expect(side / (sides[0] as number)).toBeCloseTo(1, 5);
    // Lines of data are still joined.
    expect(triangleCount(parse(obj("v 0 0 \\", "0 # C:\\", "v 1 0 0", "v 0 1 0", "f 1 \\", "2 3")))).toBe(1);
  });

  test("with normals that aren't numbers gets computed ones", () => {
    const mesh = parseModel(read("14-nan-normals"), "hat");
    expect(triangleCount(mesh)).toBe(12);
    for (const { normal } of cornersOf(mesh)) expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
    const plain = ["v 0 0 0", "v 1 0 0", "v 0 1 0"];
    for (const broken of ["vn nan nan nan", "vn 0,5 0 0", "vn", "vn 0 inf 0", "vn 1e9 0 0"])
      expect(cornersOf(parse(obj(...plain, broken, "f 1//1 2//1 3//1")))[0]?.normal, broken).toBeDefined();
  });

  test("far from the origin keeps its shape", () => {
    const { low, high } = boundsOf(parseModel(read("16-far-away"), "hat"));
    for (const [axis, value] of low.entries())
      expect(((high[axis] as number) - value) / ((high[0] as number) - (low[0] as number))).toBeCloseTo(1, 3);
  });

  test("is rejected with what is wrong with a number, and its line", () => {
    expect(errorOf(read("05-comma-decimals"))).toMatch(/^Line \d+ of the model has a comma in the number /);
    expect(errorOf(read("17-too-far"))).toMatch(/^Line \d+ of the model has a number that's too large/);
    expect(errorOf(read("17-too-far"))).not.toContain("invalid");
    expect(errorOf(`${cubeObj()}\nv 1e999 0 0`)).toContain("too large");
    expect(errorOf(`${cubeObj()}\nv 1x 0 0`)).toContain("has an invalid number");
  });
});
