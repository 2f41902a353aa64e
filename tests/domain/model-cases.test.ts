import { readFileSync } from "node:fs";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { triangleCount } from "#domain/avatar/model/mesh.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { parseModel, readObj, vector } from "#domain/items/model/parse-model.ts";
import { boundsOf, cornersOf } from "#tests/support/mesh.ts";
import { cubeObj, obj } from "#tests/support/obj.ts";

const read = (name: string) => readFileSync(new URL(`../support/cases/obj/${name}.obj`, import.meta.url));
const parse = (text: string): MeshData => parseModel(new TextEncoder().encode(text), "hat");
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
