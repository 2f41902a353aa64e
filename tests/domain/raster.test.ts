import fc from "fast-check";
import {
  type BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
} from "three";
import { DEFAULT_COLORS, MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { geometryOf, NOTHING_EQUIPPED, texture } from "#domain/avatar/model/assemble-bopi.ts";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { forAll } from "#tests/support/for-all.ts";
import { drawAvatar } from "#worker/render/pictures.ts";
import { drawScene } from "#worker/render/raster/draw.ts";

type Point = readonly [x: number, y: number, z: number];
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A surface of triangles. By default, all normals face the front. */
function geometry(
  points: readonly Point[],
  indices: readonly number[],
  { uvs = points.flatMap(() => [0, 0]), normal = [0, 0, 1] as Point } = {},
): BufferGeometry {
  return geometryOf({
    positions: Float32Array.from(points.flat()),
    normals: Float32Array.from(points.flatMap(() => [...normal])),
    uvs: Float32Array.from(uvs),
    indices: Uint16Array.from(indices),
  });
}

const triangle = (...points: [Point, Point, Point]) => geometry(points, [0, 1, 2]);

/** A rectangle from the lower left corner on, with the texture repeated in both directions. */
function quad(
  corners: readonly [Point, Point, Point, Point],
  { repeats = 1, normal = [0, 0, 1] as Point } = {},
): BufferGeometry {
  const uvs = [0, repeats, repeats, repeats, repeats, 0, 0, 0];
  return geometry(corners, [0, 1, 2, 0, 2, 3], { uvs, normal });
}

/** A rectangle facing the front. */
const rectangle = (left: number, bottom: number, right: number, top: number, z = 0) =>
  quad(cornersAt(left, bottom, right, top, z));

/** Corners of a rectangle with its lower edge at depth `low` and its upper edge at `high`. */
const cornersAt = (
  left: number,
  bottom: number,
  right: number,
  top: number,
  low: number,
  high = low,
): [Point, Point, Point, Point] => [
  [left, bottom, low],
  [right, bottom, low],
  [right, top, high],
  [left, top, high],
];

/** A picture of one color with alpha. */
const onePixel = (color: Rgba): Pixels => ({ width: 1, height: 1, data: Uint8Array.from(color) });

/** A color that ignores light. */
const flatColor = (...color: Rgba): Material =>
  new MeshBasicMaterial({
    map: texture(onePixel(color), RepeatWrapping),
    transparent: color[3] < 255,
  });

const texturedMaterial = (pixels: Pixels): Material =>
  new MeshBasicMaterial({ map: texture(pixels, RepeatWrapping) });

/** White that reflects light. */
const whiteMaterial = (bothSides = false): Material =>
  new MeshLambertMaterial({ side: bothSides ? DoubleSide : FrontSide });

const meshOf = (shape: BufferGeometry, material: Material): Mesh => new Mesh(shape, material);

/** A light from a direction that's bright enough to show a white surface facing it as white. */
function lightFrom(...from: Point): DirectionalLight {
  const light = new DirectionalLight(0xffffff, Math.PI);
  light.position.set(...from);
  return light;
}

/** The camera's distance from the square of -1 to 1 that fills the picture. */
const DISTANCE = 4;

/** A camera in front of the origin (or behind it) that sees x and y from -1 to 1 at z = 0. */
function squareCamera(behind = false): PerspectiveCamera {
  const camera = new PerspectiveCamera((Math.atan(1 / DISTANCE) * 360) / Math.PI, 1, 1, 100);
  camera.position.set(0, 0, behind ? -DISTANCE : DISTANCE);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld(true);
  return camera;
}

/** Draws objects in that square. */
function drawTestScene(objects: readonly Object3D[], size = 16, camera = squareCamera()): Pixels {
  const scene = new Scene();
  scene.add(...objects);
  scene.updateMatrixWorld(true);
  return drawScene(scene, camera, size);
}

const pixelAt = ({ width, data }: Pixels, x: number, y: number): number[] =>
  Array.from(data.slice((y * width + x) * 4, (y * width + x) * 4 + 4));

/** Returns the alpha of every pixel, row by row. */
const alphas = ({ width, data }: Pixels): number[][] =>
  Array.from({ length: data.length / width / 4 }, (_, y) =>
    Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3] as number),
  );

const RED = [255, 0, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;
const HALF_RED = [255, 0, 0, 128] as const;
const NOTHING = [0, 0, 0, 0];
/** A pixel has 2 × 2 samples; the picture runs from -1 to 1. */
const SIZE = 16;
const sampleCenter = (i: number) => (i + 0.5) / SIZE - 1;
const wholePicture = rectangle(-1, -1, 1, 1);
const bothOrders = <T>(a: T, b: T) => [
  [a, b],
  [b, a],
];
/** The pixel in the middle of a picture. */
const shown = (...things: readonly Object3D[]) => pixelAt(drawTestScene(things), 8, 8);
const near = (value: number, tolerance = 1) => expect.closeTo(value, -Math.log10(2 * tolerance + 1));

describe("triangles that share edges", () => {
  /** A square of `side`² squares with moved inner corners and diagonals in either direction. */
  function patchwork(side: number, moves: readonly number[], turn: number) {
    const points = Array.from({ length: (side + 1) ** 2 }, (_, i) => {
      const [column, row] = [i % (side + 1), Math.floor(i / (side + 1))];
      const edge = column === 0 || row === 0 || column === side || row === side;
      const move = (n: number) => (edge ? 0 : ((moves[(i * 2 + n) % moves.length] ?? 0) * 0.35) / side);
      const [x, y] = [(column / side) * 1.2 - 0.6 + move(0), (row / side) * 1.2 - 0.6 + move(1)];
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      return [x * cos - y * sin, x * sin + y * cos, 0] as const;
    });
    const indices = Array.from({ length: side ** 2 }, (_, i) => {
      const a = Math.floor(i / side) * (side + 1) + (i % side);
      const [b, c, d] = [a + 1, a + side + 2, a + side + 1];
      return (moves[i % moves.length] ?? 0) > 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
    });
    return geometry(points, indices.flat());
  }

  test("cover every sample exactly once: a transparent surface shows no seam, however it is cut and turned", () => {
    const move = fc.double({ min: -1, max: 1, noNaN: true });
    forAll(
      150,
      fc.integer({ min: 1, max: 5 }),
      fc.array(move, { minLength: 7, maxLength: 60 }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (side, moves, turn) => {
        const picture = drawTestScene([meshOf(patchwork(side, moves, turn), flatColor(...HALF_RED))], 32);
        for (let y = 0; y < 32; y++) {
          for (let x = 0; x < 32; x++) {
            const alpha = pixelAt(picture, x, y)[3] as number;
            expect(alpha).toBeLessThanOrEqual(128);
            // Within the largest circle in the square, minus one pixel.
            if (Math.hypot(x - 15.5, y - 15.5) < 0.6 * 16 - 1) expect(alpha).toBe(128);
          }
        }
      },
    );
  });

  test("cover what lies on their left and top edges, but not on their right and bottom edges", () => {
    const [near, far] = [sampleCenter(4), sampleCenter(9)];
    const square = rectangle(near, -far, far, -near);
    const rows = alphas(drawTestScene([meshOf(square, flatColor(...RED))], SIZE));
    const line = [0, 0, 255, 255, 128, 0];
    expect(rows.map((row) => row.slice(0, 6)).slice(0, 6)).toEqual([
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
      line,
      line,
      [0, 0, 128, 128, 64, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
  });

  test("fill the picture to its last sample if they extend beyond it, and draw nothing outside or without area", () => {
    for (const reach of [1, 3, 1_000, 20_000]) {
      const picture = drawTestScene([meshOf(rectangle(-reach, -reach, reach, reach), flatColor(...RED))]);
      expect(new Set(alphas(picture).flat()), String(reach)).toEqual(new Set([255]));
    }
    const line = triangle([-1, 0, 0], [1, 0, 0], [0, 0, 0]);
    for (const shape of [line, rectangle(2, 2, 3, 3), rectangle(-9, -1, -3, 1)])
      expect(drawTestScene([meshOf(shape, flatColor(...RED))]).data.every((byte) => byte === 0)).toBe(true);
  });
});

describe("the nearer surface", () => {
  test("hides the farther one in either drawing order", () => {
    const front = meshOf(rectangle(-0.5, -0.5, 0.5, 0.5, 0.5), flatColor(...RED));
    const back = meshOf(rectangle(-1, -1, 1, 1, -0.5), flatColor(...BLUE));
    for (const things of bothOrders(front, back)) {
      const picture = drawTestScene(things);
      expect(pixelAt(picture, 8, 8)).toEqual(RED);
      expect(pixelAt(picture, 1, 8)).toEqual(BLUE);
    }
  });

  test("is chosen per sample where surfaces intersect", () => {
    const tilted = quad(cornersAt(-1, -1, 1, 1, -1, 1));
    const picture = drawTestScene([
      meshOf(wholePicture, flatColor(...BLUE)),
      meshOf(tilted, flatColor(...RED)),
    ]);
    expect(pixelAt(picture, 8, 12)).toEqual(BLUE);
    expect(pixelAt(picture, 8, 4)).toEqual(RED);
  });

  test("shows the farther one through it if it is transparent, in either drawing order", () => {
    const glass = meshOf(rectangle(-1, -1, 1, 1, 0.5), flatColor(...HALF_RED));
    const wall = meshOf(rectangle(-1, -1, 1, 1, -0.5), flatColor(...BLUE));
    for (const things of bothOrders(glass, wall))
      expect(shown(...things)).toEqual([near(128), 0, near(127), 255]);
  });

  test("is drawn after the farther one if both are transparent", () => {
    const pane = (z: number, color: readonly [number, number, number, number]) => {
      const mesh = meshOf(rectangle(-1, -1, 1, 1, 0), flatColor(...color));
      mesh.position.z = z;
      return mesh;
    };
    const near64 = pane(0.5, [0, 255, 0, 128]);
    for (const things of bothOrders(near64, pane(-0.5, HALF_RED))) {
      const [red = 0, green = 0, , alpha] = shown(...things);
      expect(green).toBeGreaterThan(red + 50);
      expect(alpha).toEqual(near(192));
    }
  });

  test("is left out with its whole triangle if it is too near to the camera or behind it", () => {
    const behind = rectangle(-1, -1, 1, 1, DISTANCE + 3);
    const tooNear = rectangle(-0.1, -0.1, 0.1, 0.1, DISTANCE - 0.5);
    const through = triangle([-1, -1, 0], [1, -1, 0], [0, 1, DISTANCE + 1]);
    const atEye = triangle([-1, -1, 0], [1, -1, 0], [0, 0, DISTANCE]);
    for (const shape of [behind, tooNear, through, atEye]) {
      expect(drawTestScene([meshOf(shape, flatColor(...RED))]).data.every((byte) => byte === 0)).toBe(true);
      expect(shown(meshOf(shape, flatColor(...RED)), meshOf(wholePicture, flatColor(...BLUE)))).toEqual(BLUE);
    }
  });
});

describe("a transparent picture", () => {
  test("keeps its color over nothing instead of mixing it with black", () => {
    for (const alpha of [1, 3, 64, 128, 200, 254]) {
      const [red, green, blue, opacity] = shown(meshOf(wholePicture, flatColor(200, 100, 50, alpha)));
      expect(opacity).toBe(alpha);
      // The precision of a color at this alpha.
      const tolerance = 255 / alpha;
      expect([red, green, blue]).toEqual([near(200, tolerance), near(100, tolerance), near(50, tolerance)]);
    }
    expect(shown(meshOf(wholePicture, flatColor(200, 100, 50, 0)))).toEqual(NOTHING);
  });

  test("has the surface's color at its edges, with a lower alpha", () => {
    const slanted = triangle([-0.9, -0.8, 0], [0.8, -0.7, 0], [0.1, 0.9, 0]);
    const picture = drawTestScene([meshOf(slanted, flatColor(200, 100, 50, 255))]);
    const edges = Array.from({ length: SIZE ** 2 }, (_, i) =>
      pixelAt(picture, i % SIZE, Math.floor(i / SIZE)),
    ).filter(([, , , alpha = 0]) => alpha > 0 && alpha < 255);
    expect(edges.length).toBeGreaterThan(20);
    for (const [red, green, blue, alpha] of edges) {
      expect([red, green, blue]).toEqual([near(200), near(100), near(50)]);
      expect([64, 128, 191, 192]).toContain(alpha);
    }
  });
});

describe("a texture", () => {
  /** A picture with red from left to right and green from top to bottom. */
  const ramp = (() => {
    const side = 64;
    const data = new Uint8Array(side * side * 4);
    for (let i = 0; i < side * side; i++)
      data.set([20 + (i % side) * 3, 20 + Math.floor(i / side) * 3, 0, 255], i * 4);
    return { width: side, height: side, data };
  })();
  const redAt = (u: number) => 20 + (u * 64 - 0.5) * 3;

  test("has its first row at the top of a surface", () => {
    const picture = drawTestScene([meshOf(wholePicture, texturedMaterial(ramp))]);
    for (const i of [1, 8, 14]) {
      expect(pixelAt(picture, i, 8)[0]).toEqual(near(redAt((i + 0.5) / SIZE), 2));
      expect(pixelAt(picture, 8, i)[1]).toEqual(near(redAt((i + 0.5) / SIZE), 2));
    }
  });

  test("is drawn in perspective on a surface that leans back", () => {
    const [low, high] = [1, -3];
    const leaning = quad(cornersAt(-1, -1, 1, 1, low, high));
    const size = 64;
    const picture = drawTestScene([meshOf(leaning, texturedMaterial(ramp))], size);
    let checked = 0;
    let mostOff = 0;
    for (let y = 12; y < 64; y += 4) {
      for (let x = 8; x < 58; x += 5) {
        // Where the ray through the pixel's center meets the surface y = -1 + 2t, z = low + (high - low) t.
        const [rx, ry] = [((x + 0.5) / size) * 2 - 1, 1 - ((y + 0.5) / size) * 2];
        const t = (ry * ((DISTANCE - low) / DISTANCE) + 1) / (2 + (ry * (high - low)) / DISTANCE);
        const depth = DISTANCE - low - (high - low) * t;
        const u = ((rx * depth) / DISTANCE + 1) / 2;
        if (t < 0.02 || t > 0.98 || u < 0.02 || u > 0.98) continue;
        const [red = 0, green = 0, , alpha] = pixelAt(picture, x, y);
        expect(alpha).toBe(255);
        expect([red, green]).toEqual([near(redAt(u), 4), near(redAt(1 - t), 4)]);
        // Without perspective it would be somewhere else.
        const [bottom, top] = [-DISTANCE / (DISTANCE - low), DISTANCE / (DISTANCE - high)];
        mostOff = Math.max(mostOff, Math.abs(redAt(1 - (ry - bottom) / (top - bottom)) - green));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(50);
    expect(mostOff).toBeGreaterThan(20);
  });

  test("of a model repeats beyond its edges", () => {
    const twice = quad(cornersAt(-1, -1, 1, 1, 0), { repeats: 2 });
    const picture = drawTestScene([meshOf(twice, texturedMaterial(ramp))]);
    for (const [x, y] of [
      [1, 2],
      [6, 5],
    ] as const)
      expect(pixelAt(picture, x + 8, y + 8)).toEqual(pixelAt(picture, x, y));
  });
});

describe("light", () => {
  const shownBehind = (...things: Object3D[]) =>
    pixelAt(drawTestScene(things, SIZE, squareCamera(true)), 8, 8);
  const gray = (level: number) => [level, level, level, 255];

  test("makes a surface as bright as it faces the light: white, half the light at 60°, none from behind", () => {
    const surface = () => meshOf(wholePicture, whiteMaterial());
    expect(shown(surface(), lightFrom(0, 0, 1))).toEqual(gray(255));
    // Half the light is the byte 188 (IEC 61966-2-1).
    const slanted = shown(surface(), lightFrom(Math.sin(Math.PI / 3), 0, Math.cos(Math.PI / 3)));
    expect(slanted).toEqual(gray(188));
    expect(shown(surface(), lightFrom(0, 0, -1))).toEqual(gray(0));
    expect(shown(surface())).toEqual(gray(0));
  });

  test("of the sky and the ground is mixed by the direction of a surface", () => {
    const sky = new HemisphereLight(new Color(0xff0000), new Color(0x0000ff), Math.PI);
    const facing = (y: number) => {
      const tilted = quad(cornersAt(-1, -1, 1, 1, 0), { normal: [0, y, Math.sqrt(1 - y * y)] });
      return shown(meshOf(tilted, whiteMaterial()), sky);
    };
    expect(facing(1)).toEqual([255, 0, 0, 255]);
    expect(facing(0)).toEqual([188, 0, 188, 255]);
    expect(facing(-1)).toEqual([0, 0, 255, 255]);
  });

  test("takes the color of the surface", () => {
    const orange = new MeshLambertMaterial({ color: "#FF8000" });
    expect(shown(meshOf(wholePicture, orange), lightFrom(0, 0, 1))).toEqual([255, near(128), 0, 255]);
  });

  test("reaches both sides of a two-sided surface, and only the front of a one-sided one", () => {
    for (const [from, front, back] of [
      [1, 255, 0],
      [-1, 0, 255],
    ] as const) {
      const things = () => [meshOf(wholePicture, whiteMaterial(true)), lightFrom(0, 0, from)] as const;
      expect(shown(...things())).toEqual(gray(front));
      expect(shownBehind(...things())).toEqual(gray(back));
    }
    expect(shownBehind(meshOf(wholePicture, whiteMaterial()), lightFrom(0, 0, 1))).toEqual(NOTHING);
    expect(shownBehind(meshOf(wholePicture, flatColor(...RED)))).toEqual(NOTHING);
  });
});

describe("a scene", () => {
  const colors = DEFAULT_COLORS;

  test("gives the same bytes every time, whatever was drawn in between", () => {
    const first = drawAvatar(colors, NOTHING_EQUIPPED, 64);
    const other = drawAvatar(MANNEQUIN_COLORS, NOTHING_EQUIPPED, 48);
    drawTestScene([meshOf(wholePicture, flatColor(...HALF_RED))]);
    expect(drawAvatar(colors, NOTHING_EQUIPPED, 64)).toEqual(first);
    expect(drawAvatar(MANNEQUIN_COLORS, NOTHING_EQUIPPED, 48)).toEqual(other);
  });

  test("with something unsupported throws an error that names it", () => {
    const unsupported = meshOf(wholePicture, whiteMaterial());
    unsupported.geometry.setIndex(null);
    expect(() => drawTestScene([unsupported])).toThrow("indices");
  });
});
