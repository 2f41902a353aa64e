import * as fc from "fast-check";
import { Matrix4, PerspectiveCamera, Vector3 } from "three";
import { BuildDocument } from "#domain/build/document.ts";
import { type PartId, partId } from "#domain/build/ids.ts";
import { isPlaced, type PlacedPart } from "#domain/build/part.ts";
import { rotationRows, solidOf } from "#domain/sim/v1/solid.ts";
import { SHAPES } from "#domain/world/materials.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { seededRandom } from "#scripts/seed/content/random.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { forAll } from "#tests/support/for-all.ts";
import { rectanglePlanes } from "#web/game/edit/box-drag.ts";
import { castRay } from "#web/game/edit/cast-ray.ts";
import { type PartShape, shapeOfPart } from "#web/game/edit/part-bounds.ts";
import { PartPicker } from "#web/game/edit/part-picker.ts";
import { pointOn } from "#web/game/edit/ray.ts";
import { shapePoints } from "#web/game/edit/shape-points.ts";

/** Numbers that are spread evenly, so shapes meet. */
const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100);
const vector = (min: number, max: number): fc.Arbitrary<Vec3> =>
  fc.tuple(hundredths(min, max), hundredths(min, max), hundredths(min, max));
const points = vector(-150, 150);
const sizes = fc.oneof(vector(1, 60), vector(0.05, 300));
const angles = fc.oneof(vector(-360, 360), fc.constant<Vec3>([0, 0, 0]), fc.constant<Vec3>([0, 90, 0]));

const shapes: fc.Arbitrary<PartShape> = fc.record({
  shape: fc.constantFrom(...SHAPES),
  position: points,
  size: sizes,
  rotation: angles,
});
const turnedPoints = fc.record({ position: points, yaw: hundredths(-360, 360) });
const boxes = fc.record({ position: points, size: sizes });
const placed: fc.Arbitrary<PlacedPart> = fc.oneof(
  { weight: 6, arbitrary: shapes.map((shape): PlacedPart => blockPart(shape)) },
  points.map((position): PlacedPart => ({ kind: "star", position })),
  turnedPoints.map((spot): PlacedPart => ({ kind: "checkpoint", ...spot })),
  turnedPoints.map((spot): PlacedPart => ({ kind: "spawn", ...spot })),
  points.map((position): PlacedPart => ({ kind: "goal", position })),
  boxes.map((box): PlacedPart => ({ kind: "hazard", hazard: "lava", ...box })),
);

/** At most 0 inside of a solid. Grows evenly from any point inside, so the least value along a line can be searched for. */
function outsideness({ shape, position, size, rotation }: PartShape, point: Vec3): number {
  const m = rotationRows(rotation ?? [0, 0, 0]);
  const away = point.map((at, i) => at - (position[i] as number));
  const [x, y, z] = [0, 1, 2].map(
    (column) =>
      [0, 1, 2].reduce((sum, row) => sum + (m[row * 3 + column] as number) * (away[row] as number), 0) /
      (size[column] as number),
  ) as Vec3;
  const cube = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) - 0.5;
  switch (shape) {
    case "box":
      return cube;
    case "wedge":
      return Math.max(cube, y + z);
    case "pyramid":
      return Math.max(-0.5 - y, Math.max(Math.abs(x), Math.abs(z)) - (0.5 - y) / 2);
    case "cylinder":
      return Math.max(Math.abs(y) - 0.5, Math.hypot(x, z) - 0.5);
    case "cone":
      return Math.max(-0.5 - y, Math.hypot(x, z) - (0.5 - y) / 2);
    case "sphere":
      return Math.hypot(x, y, z) - 0.5;
  }
}

const along = (origin: Vec3, direction: Vec3, t: number): Vec3 => pointOn({ origin, direction }, t);

const FAR = 4_000;
/** Closer to an edge than this, a hit and a miss are both right. */
const UNSURE = 1e-7;

/** Where a ray of length 1 enters a solid by searching; null if it doesn't, undefined if that's too close. */
function enterSlowly(shape: PartShape, origin: Vec3, direction: Vec3): number | null | undefined {
  const at = (t: number) => outsideness(shape, along(origin, direction, t));
  let [low, high] = [0, FAR];
  for (let i = 0; i < 200; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(a) < at(b)) high = b;
    else low = a;
  }
  const deepest = (low + high) / 2;
  if (Math.abs(at(0)) < UNSURE || Math.abs(at(deepest)) < UNSURE) return undefined;
  if (at(0) < 0 || at(deepest) > 0) return null;
  [low, high] = [0, deepest];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (at(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

const towards = (from: Vec3, to: Vec3): Vec3 =>
  new Vector3(...to)
    .sub(new Vector3(...from))
    .normalize()
    .toArray();

describe("A ray", () => {
  test("meets each shape where a search along it does", () => {
    let [hits, misses] = [0, 0];
    forAll(1_500, shapes, points, vector(-0.7, 0.7), (shape, origin, aim) => {
      const target = shape.position.map((at, i) => at + (aim[i] as number) * (shape.size[i] as number));
      const direction = towards(origin, target as Vec3);
      const expected = enterSlowly(shape, origin, direction);
      if (expected === undefined) return;
      const hit = castRay(shape, origin, direction);
      if (expected === null) {
        misses++;
        expect(hit).toBeNull();
        return;
      }
      hits++;
      expect(hit?.distance).toBeCloseTo(expected, 4);
    });
    expect(hits).toBeGreaterThan(300);
    expect(misses).toBeGreaterThan(100);
  });

  test("finds a normal that points away from the whole solid, against the ray", () => {
    forAll(500, shapes, points, (shape, origin) => {
      const direction = towards(origin, shape.position);
      const hit = castRay(shape, origin, direction);
      if (!hit) return;
      const normal = new Vector3(...hit.normal);
      expect(normal.length()).toBeCloseTo(1);
      expect(normal.dot(new Vector3(...direction))).toBeLessThan(1e-9);
      const surface = new Vector3(...along(origin, direction, hit.distance));
      for (const { point } of shapePoints(shape))
        expect(new Vector3(...point).sub(surface).dot(normal)).toBeLessThan(1e-6 * Math.max(...shape.size));
    });
  });

  test("passes through a solid that it starts in, and measures in lengths of its direction", () => {
    for (const shape of SHAPES)
      expect(castRay(blockPart({ shape }), [0, -0.5, -0.1], [0.3, 1, 0.2])).toBeNull();
    expect(castRay(blockPart(), [10, 0, 0], [-4, 0, 0])).toEqual({ distance: 2, normal: [1, 0, 0] });
    expect(castRay(blockPart(), [10, 0, 0], [4, 0, 0])).toBeNull();
    expect(castRay(blockPart(), [10, 3, 0], [-4, 0, 0])).toBeNull();
  });
});

/** Without a spawn among the parts it's far away. */
const documentOf = (parts: readonly PlacedPart[]): BuildDocument =>
  new BuildDocument([
    ["spawn", { kind: "spawn", position: [900, -900, 900] }],
    ...parts.map((part, i): [PartId, PlacedPart] => [
      part.kind === "spawn" || part.kind === "goal" ? part.kind : partId(1, i),
      part,
    ]),
  ]);

const entriesOf = (document: BuildDocument): [PartId, PlacedPart][] =>
  [...document.entries()].flatMap(([id, part]) =>
    isPlaced(part) ? [[id, part] as [PartId, PlacedPart]] : [],
  );

describe("The picker", () => {
  test("finds the same part as a look at all of them", () => {
    let hits = 0;
    forAll(300, fc.array(placed, { minLength: 1, maxLength: 40 }), points, fc.nat(), (parts, origin, aim) => {
      const document = documentOf(parts);
      const picker = new PartPicker(document);
      const target = (parts[aim % parts.length] as PlacedPart).position;
      const direction = towards(origin, [target[0], target[1] + 1, target[2]]);
      const found = entriesOf(document).map(([id, part]) => {
        return { id, distance: enterSlowly(shapeOfPart(part), origin, direction) };
      });
      if (found.some(({ distance }) => distance === undefined)) return;
      const [nearest] = found
        .filter((one): one is { id: PartId; distance: number } => typeof one.distance === "number")
        .sort((a, b) => a.distance - b.distance);
      const picked = picker.pick(origin, direction);
      if (!nearest) {
        expect(picked).toBeNull();
        return;
      }
      hits++;
      expect(picked?.distance).toBeCloseTo(nearest.distance, 4);
      const same = found.filter(({ distance }) => Math.abs((distance ?? FAR) - nearest.distance) < 1e-4);
      expect(same.map(({ id }) => id)).toContain(picked?.id);
      const reached = new Vector3(...(picked?.point ?? origin)).distanceTo(new Vector3(...origin));
      expect(reached).toBeCloseTo(nearest.distance, 4);
    });
    expect(hits).toBeGreaterThan(150);
  });

  test("leaves out parts that are skipped", () => {
    const near = blockPart({ position: [0, 0, 10] });
    const picker = new PartPicker(documentOf([near, blockPart()]));
    const pick = (isSkipped?: (id: PartId) => boolean) => picker.pick([0, 0, 50], [0, 0, -1], isSkipped);
    expect(pick()).toMatchObject({ id: partId(1, 0), point: [0, 0, 12], normal: [0, 0, 1] });
    expect(pick((id) => id === partId(1, 0))).toMatchObject({ id: partId(1, 1), point: [0, 0, 2] });
    expect(pick(() => true)).toBeNull();
  });

  test("keeps up with changes, and reads a whole other document", () => {
    const few = fc.array(placed, { maxLength: 20 });
    const change = fc.record({ at: fc.nat(), kind: fc.constantFrom("add", "set", "del"), part: placed });
    forAll(150, few, fc.array(change, { maxLength: 60 }), points, (parts, steps, origin) => {
      const document = documentOf(parts);
      const picker = new PartPicker(document);
      let counter = 100;
      for (const { at, kind, part } of steps) {
        const ids = [...document.entries()].map(([id]) => id);
        const id = ids[at % ids.length] as PartId;
        const isOwn = part.kind !== "spawn" && part.kind !== "goal";
        const changes = document.apply({
          ...(kind === "add" && isOwn && { add: [[partId(1, ++counter), part]] }),
          ...(kind === "set" && { set: [[id, { position: part.position }]] }),
          ...(kind === "del" && { del: [id] }),
        });
        picker.sync(new Set(changes.map((change) => change.id)));
        if (counter % 3 === 0) picker.pick(origin, [1, 0, 0]);
      }
      expect(resultsOf(picker, origin)).toEqual(resultsOf(new PartPicker(document), origin));
      document.apply({ del: ["1.0"], add: [["2.0", blockPart({ position: origin })]] });
      picker.sync(null);
      expect(resultsOf(picker, origin)).toEqual(resultsOf(new PartPicker(document), origin));
    });
  });

  test("looks at few of 20,000 parts, also while they change", () => {
    const document = documentOf(scattered(20_000));
    const picker = new PartPicker(document);
    const random = seededRandom(7);
    let hits = 0;
    const looksOfPicks = (count: number) => {
      const before = picker.looks;
      for (let i = 0; i < count; i++) {
        const origin: Vec3 = [random.range(-500, 500), 200, random.range(-500, 500)];
        const target: Vec3 = [random.range(-500, 500), 0, random.range(-500, 500)];
        if (picker.pick(origin, towards(origin, target))) hits++;
      }
      return (picker.looks - before) / count;
    };
    expect(looksOfPicks(200)).toBeLessThan(30);
    expect(hits).toBeGreaterThan(100);
    const ids = Array.from({ length: 3_000 }, (_, i) => partId(1, i * 5));
    for (let i = 0; i < ids.length; i += 100) {
      const moved = ids.slice(i, i + 100);
      document.apply({
        set: moved.map((id): [PartId, { position: Vec3 }] => [
          id,
          { position: [random.range(-500, 500), 3, random.range(-500, 500)] },
        ]),
      });
      picker.sync(new Set(moved));
      expect(looksOfPicks(10)).toBeLessThan(60);
    }
    const before = picker.looks;
    picker.snapPoints([10, 0, 10], 4);
    expect(picker.looks - before).toBeLessThan(20);
  });
});

/** Small blocks over 1,000 × 1,000 units. */
function scattered(count: number): PlacedPart[] {
  const random = seededRandom(3);
  return Array.from({ length: count }, () =>
    blockPart({
      shape: random.pick(SHAPES),
      position: [random.range(-500, 500), random.range(0, 60), random.range(-500, 500)],
      size: [random.range(1, 9), random.range(1, 9), random.range(1, 9)],
      rotation: [0, random.range(0, 360), 0],
    }),
  );
}

/** Everything that a picker returns around a point, in an order that doesn't depend on its trees. */
function resultsOf(picker: PartPicker, origin: Vec3) {
  const rays = [
    [1, 0, 0],
    [-1, 0, 0.1],
    [0, -1, 0],
    [0.2, 1, 0],
    [0, 0.1, 1],
    [0, 0, -1],
  ] satisfies Vec3[];
  const camera = cameraAt(origin, [0, 0, 0]);
  const planes = rectanglePlanes(viewProjection(camera), { left: -0.5, right: 0.6, bottom: -0.7, top: 0.4 });
  return {
    picks: rays.map((ray) => picker.pick(origin, ray)),
    framed: picker.inFrustum(planes).sort(),
    snaps: picker
      .snapPoints(origin, 120)
      .map(({ id, point }) => `${id} ${point.join()}`)
      .sort(),
  };
}

function cameraAt(from: Vec3, to: Vec3): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 1.5, 0.1, 5_000);
  camera.position.set(...from);
  camera.lookAt(...to);
  camera.updateMatrixWorld();
  return camera;
}

const viewProjection = ({ projectionMatrix, matrixWorldInverse }: PerspectiveCamera) =>
  new Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse).elements;

describe("A rectangle on the screen", () => {
  test("holds the parts whose center or corner is seen in it", () => {
    let held = 0;
    const rectangles = fc.record({
      left: hundredths(-1, 0),
      right: hundredths(0, 1),
      bottom: hundredths(-1, 0),
      top: hundredths(0, 1),
    });
    const many = fc.array(placed, { minLength: 10, maxLength: 40 });
    forAll(200, many, points, points, rectangles, (parts, from, to, rectangle) => {
      const document = documentOf(parts);
      const camera = cameraAt(from, to);
      const isSeen = (point: Vec3) => {
        const { x, y, z } = new Vector3(...point).project(camera);
        const isAhead = new Vector3(...point).applyMatrix4(camera.matrixWorldInverse).z < -0.1;
        const { left, right, bottom, top } = rectangle;
        return isAhead && z < 1 && x > left && x < right && y > bottom && y < top;
      };
      const expected = entriesOf(document)
        .filter(([, part]) => {
          const shape = shapeOfPart(part);
          return isSeen(shape.position) || cornersOf(shape).some(isSeen);
        })
        .map(([id]) => id);
      held += expected.length;
      const found = new PartPicker(document).inFrustum(rectanglePlanes(viewProjection(camera), rectangle));
      expect(found.sort()).toEqual(expected.sort());
    });
    expect(held).toBeGreaterThan(200);
  });

  test("leaves out parts that are skipped", () => {
    const picker = new PartPicker(documentOf([blockPart(), blockPart({ position: [5, 0, 0] })]));
    const whole = { left: -1, right: 1, bottom: -1, top: 1 };
    const planes = rectanglePlanes(viewProjection(cameraAt([0, 0, 50], [0, 0, 0])), whole);
    expect(picker.inFrustum(planes).sort()).toEqual([partId(1, 0), partId(1, 1)]);
    expect(picker.inFrustum(planes, (id) => id === partId(1, 0))).toEqual([partId(1, 1)]);
  });
});

/** The simulation's corners of sharp shapes, and the rims and poles of round ones. */
function cornersOf(shape: PartShape): Vec3[] {
  const isSharp = ["box", "wedge", "pyramid"].includes(shape.shape);
  if (isSharp) {
    const { corners } = solidOf(shape);
    return Array.from({ length: corners.length / 3 }, (_, i) => [...corners.slice(i * 3, i * 3 + 3)] as Vec3);
  }
  return shapePoints(shape)
    .filter(({ kind }) => kind !== "face" || shape.shape === "sphere")
    .map(({ point }) => point);
}

describe("Points to snap to", () => {
  test("are on the surface of their shape, once each", () => {
    forAll(shapes, (shape) => {
      const found = shapePoints(shape);
      for (const { point } of found) expect(Math.abs(outsideness(shape, point))).toBeLessThan(1e-9);
      const places = new Set(found.map(({ point }) => point.map((at) => at.toFixed(6)).join()));
      expect(places.size).toBe(found.length);
    });
  });

  test.each([
    ["box", 8, 12, 6],
    ["wedge", 6, 9, 5],
    ["pyramid", 5, 8, 5],
    ["cylinder", 0, 8, 2],
    ["cone", 1, 4, 1],
    ["sphere", 0, 0, 6],
  ] as const)("are the corners, edges and faces of a %s", (shape, corners, edges, faces) => {
    const kinds = shapePoints(blockPart({ shape })).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect([count("corner"), count("edge"), count("face")]).toEqual([corners, edges, faces]);
  });

  test("have the normals of faces", () => {
    forAll(shapes, (shape) => {
      for (const { kind, point, normal } of shapePoints(shape)) {
        if (kind !== "face" || !normal) {
          expect(normal).toBeNull();
          continue;
        }
        const step = Math.min(...shape.size) * 1e-3;
        expect(outsideness(shape, along(point, normal, step))).toBeGreaterThan(0);
        expect(outsideness(shape, along(point, normal, -step))).toBeLessThan(0);
      }
    });
  });

  test("are found near a point, nearest first, of blocks alone", () => {
    const parts: PlacedPart[] = [
      blockPart(),
      blockPart({ position: [6, 0, 0] }),
      { kind: "star", position: [2, 2, 2] },
    ];
    const picker = new PartPicker(documentOf(parts));
    const found = picker.snapPoints([2.2, 2, 2], 1.9);
    expect(found[0]).toEqual({ id: partId(1, 0), kind: "corner", point: [2, 2, 2], normal: null });
    expect(found[1]).toEqual({ id: partId(1, 1), kind: "corner", point: [4, 2, 2], normal: null });
    expect(found).toHaveLength(2);
    expect(picker.snapPoints([2.2, 2, 2], 1.9, (id) => id === partId(1, 0))).toHaveLength(1);
  });
});
