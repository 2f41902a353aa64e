import fc from "fast-check";
import { findSpan, type Polygon, span } from "#domain/raster/polygon.ts";
import { forAll } from "#tests/support/for-all.ts";

const SIZE = 24;

function toPolygon(points: readonly (readonly [number, number])[]): Polygon {
  return {
    count: points.length,
    x: Float64Array.from(points, ([x]) => x),
    y: Float64Array.from(points, ([, y]) => y),
  };
}

/** How many of the polygons contain each sample. */
function coverage(polygons: readonly Polygon[]): Uint8Array {
  const counts = new Uint8Array(SIZE * SIZE);
  for (const polygon of polygons)
    for (let row = 0; row < SIZE; row++) {
      findSpan(polygon, row, SIZE);
      for (let x = span.from; x <= span.to; x++) counts[row * SIZE + x] = (counts[row * SIZE + x] ?? 0) + 1;
    }
  return counts;
}

/**
 * A convex polygon: sides in the order of their directions, each with an opposite one. Its corners are multiples of 1/256 of a
 * sample like a mesh's vertices, or of 1/2, which puts many of them on the centers of samples.
 */
const convex = fc
  .record({
    step: fc.constantFrom(2, 256),
    start: fc.tuple(fc.nat(24), fc.nat(24)),
    sides: fc.array(fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: 1, max: 8 })), {
      minLength: 2,
      maxLength: 8,
    }),
    fraction: fc.nat(255),
  })
  .map(({ step, start: [startX, startY], sides, fraction }) => {
    const fine = sides.map(([x, y]) => [x + ((fraction * y) % step) / step, y] as const);
    const all = [...fine, ...fine.map(([x, y]) => [-x, -y] as const)];
    let [x, y] = [startX / 2, startY / 2];
    return all
      .sort((one, two) => Math.atan2(one[1], one[0]) - Math.atan2(two[1], two[0]))
      .map(([right, down]) => {
        x += right;
        y += down;
        return [x, y] as const;
      });
  });

test("two halves of a polygon cover each of its samples exactly once, wherever it's cut", () => {
  forAll(1_000, convex, fc.nat(), (points, cut) => {
    const at = 2 + (cut % (points.length - 3));
    const halves = [points.slice(0, at + 1), [...points.slice(at), points[0] as readonly [number, number]]];
    expect(coverage(halves.map(toPolygon))).toEqual(coverage([toPolygon(points)]));
  });
});

test("a square covers the samples on its left and top edges, not those on its right and bottom edges", () => {
  const square = [
    [2.5, 3.5],
    [5.5, 3.5],
    [5.5, 6.5],
    [2.5, 6.5],
  ] as const;
  const counts = coverage([toPolygon(square)]);
  const covered = [...counts.keys()].filter((i) => counts[i]).map((i) => [i % SIZE, Math.floor(i / SIZE)]);
  expect(covered).toEqual([3, 4, 5].flatMap((y) => [2, 3, 4].map((x) => [x, y])));
});

test("a row above or below a polygon has no samples", () => {
  const triangle = toPolygon([
    [1, 4],
    [9, 5],
    [3, 8],
  ]);
  for (const row of [0, 3, 8, 20]) {
    findSpan(triangle, row, SIZE);
    expect(span.from, String(row)).toBeGreaterThan(span.to);
  }
});
