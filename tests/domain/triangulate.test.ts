import fc from "fast-check";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import { type Effort, parseModel, triangulate } from "#domain/items/model/parse-model.ts";
import { forAll } from "#tests/support/for-all.ts";
import { cornersOf, cross, minus, type Triple as Point } from "#tests/support/mesh.ts";
import { obj } from "#tests/support/obj.ts";

/** The area of a polygon in a plane as a vector: its direction says which side it faces. */
function areaOf(points: readonly Point[]): Point {
  const first = points[0] as Point;
  let sum: Point = [0, 0, 0];
  for (let i = 1; i + 1 < points.length; i++) {
    const part = cross(minus(points[i] as Point, first), minus(points[i + 1] as Point, first));
    sum = [sum[0] + part[0] / 2, sum[1] + part[1] / 2, sum[2] + part[2] / 2];
  }
  return sum;
}
const size = (vector: Point) => Math.hypot(...vector);

/** The triangles of a polygon, and the work they took. */
function cut(points: readonly Point[], effort: Effort = { tests: 0 }): Point[][] {
  const corners = triangulate(points, effort);
  return Array.from({ length: corners.length / 3 }, (_, i) =>
    corners.slice(i * 3, i * 3 + 3).map((corner) => points[corner] as Point),
  );
}

/** Expects that the triangles cover the polygon once, in its direction. */
function expectCovered(points: readonly Point[]): void {
  const whole = areaOf(points);
  const parts = cut(points).map(areaOf);
  const total = parts.reduce((sum, part) => sum + size(part), 0);
  expect(total / size(whole)).toBeCloseTo(1, 6);
  for (const part of parts) {
    const along = part[0] * whole[0] + part[1] * whole[1] + part[2] * whole[2];
    expect(along).toBeGreaterThanOrEqual(-1e-9 * size(whole) ** 2);
  }
}

const flat = (...numbers: readonly (readonly [number, number])[]): Point[] =>
  numbers.map(([x, y]) => [x, y, 0]);
const U = flat([0, 0], [6, 0], [6, 5], [4, 5], [4, 2], [2, 2], [2, 5], [0, 5]);
const STAR = Array.from({ length: 10 }, (_, i): Point => {
  const radius = i % 2 ? 1 : 3;
  return [radius * Math.sin((Math.PI * i) / 5), radius * Math.cos((Math.PI * i) / 5), 0];
});
const COMB = flat(...Array.from({ length: 40 }, (_, i) => [i, i % 2 ? 1 : 9] as const), [40, 0], [0, 0]);
/** A square with a square hole, joined by a cut that is walked twice. */
const FRAME = flat([0, 0], [9, 0], [9, 9], [0, 9], [0, 0], [3, 3], [3, 6], [6, 6], [6, 3], [3, 3]);

describe("the triangles of a polygon", () => {
  test.each([
    ["a U", U],
    ["a star", STAR],
    ["a comb", COMB],
    ["a frame, which touches itself along a cut", FRAME],
    ["two squares that share a corner", flat([0, 0], [2, 0], [2, 2], [4, 2], [4, 4], [2, 4], [2, 2], [0, 2])],
    [
      "a U with corners in the middle of its edges",
      U.flatMap((p, i) => [p, middle(p, U[(i + 1) % 8] as Point)]),
    ],
    ["a U with repeated corners", U.flatMap((p) => [p, p, p])],
  ] as [string, Point[]][])("cover %s once, in both directions and from any corner on", (_, points) => {
    for (let start = 0; start < points.length; start++) {
      const turned = [...points.slice(start), ...points.slice(0, start)];
      expectCovered(turned);
      expectCovered(turned.toReversed());
    }
  });

  test("of any polygon that doesn't cross itself have its area, wherever it is in space", () => {
    const corner = fc.record({ radius: fc.double({ min: 0.2, max: 5, noNaN: true }), extra: fc.nat(3) });
    const angle = fc.double({ min: 0, max: 6, noNaN: true });
    const ring = fc.array(corner, { minLength: 4, maxLength: 30 });
    const distance = fc.constantFrom(0, 100, 400_000);
    forAll(1_000, ring, angle, angle, distance, fc.boolean(), (corners, tilt, turn, far, isReversed) => {
      const around = corners.map(({ radius }, i) => {
        const angle = (2 * Math.PI * i) / corners.length;
        return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
      });
      const placed = around.map(([x, y]): Point => {
        const [up, depth] = [y * Math.cos(tilt), y * Math.sin(tilt)];
        const right = x * Math.cos(turn) - depth * Math.sin(turn) + far;
        return [right, up, x * Math.sin(turn) + depth * Math.cos(turn)];
      });
      const points = placed.flatMap((point, i) => (corners[i]?.extra === 0 ? [point, point] : [point]));
      expectCovered(isReversed ? points.toReversed() : points);
    });
  });

  test("of any points at all are found without an error, at most two fewer than the corners", () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    forAll(1_000, fc.array(fc.tuple(number, number, number), { minLength: 3, maxLength: 40 }), (points) => {
      const effort = { tests: 0 };
      expect(cut(points, effort).length).toBeLessThanOrEqual(points.length - 2);
    });
  });

  test("of the largest hostile polygon take bounded work", () => {
    const effort = { tests: 0 };
    const zigzag = Array.from(
      { length: 20_000 },
      (_, i): Point => [(i * 7919) % 20_011, (i * 104_729) % 19_997, 0],
    );
    expect(cut(zigzag, effort).length).toBeLessThanOrEqual(19_998);
    expect(effort.tests).toBeLessThan(20_100_000);
  });

  test("keep their texture coordinates and normals", () => {
    const uvs = U.map(([x, y]) => `vt ${x / 6} ${y / 5}`);
    const mesh = parse(
      obj(
        ...U.map((point) => `v ${point.map((value) => value / 4).join(" ")}`),
        ...uvs,
        "vn 0 0.6 0.8",
        `f ${U.map((_, i) => `${i + 1}/${i + 1}/1`).join(" ")}`,
      ),
    );
    expect(triangleCount(mesh)).toBe(6);
    const [scale, x, y] = placeOf(mesh);
    for (const { position, uv, normal } of cornersOf(mesh)) {
      expect(uv[0]).toBeCloseTo(((position[0] - x) * scale) / 6, 4);
      expect(1 - uv[1]).toBeCloseTo(((position[1] - y) * scale) / 5, 4);
      expect(normal[1]).toBeCloseTo(0.6, 5);
    }
  });
});

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];
}
const parse = (text: string) => parseModel(new TextEncoder().encode(text), "hat");
/** How a fitted U was scaled and moved: it was 6 wide and began at 0. */
function placeOf(mesh: MeshData): [scale: number, x: number, y: number] {
  const xs = cornersOf(mesh).map(({ position }) => position[0]);
  const ys = cornersOf(mesh).map(({ position }) => position[1]);
  return [6 / (Math.max(...xs) - Math.min(...xs)), Math.min(...xs), Math.min(...ys)];
}
