import fc from "fast-check";
import { Color, HemisphereLight, MeshLambertMaterial, type Object3D } from "three";
import { describe, expect, test } from "vitest";
import { DEFAULT_COLORS, MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { NOTHING_WORN } from "#domain/avatar/model/assemble.ts";
import {
  alphas,
  chalk,
  cornersAt,
  DISTANCE,
  draw,
  flat,
  geometry,
  lightFrom,
  meshOf,
  painted,
  pixelAt,
  quad,
  rectangle,
  squareCamera,
  triangle,
} from "#tests/support/scene.ts";
import { drawAvatar } from "#worker/render/pictures.ts";

const RED = [255, 0, 0, 255] as const;
const BLUE = [0, 0, 255, 255] as const;
const HALF_RED = [255, 0, 0, 128] as const;
const NOTHING = [0, 0, 0, 0];
/** Samples lie in a pixel 2 × 2: half a step of the picture from -1 to 1. */
const SIZE = 16;
const sampleMiddle = (i: number) => (i + 0.5) / SIZE - 1;
const whole = rectangle(-1, -1, 1, 1);
const near = (value: number, give = 1) => expect.closeTo(value, -Math.log10(2 * give + 1));

describe("triangles that share edges", () => {
  /** A square of `side`² squares whose inner corners are moved and whose diagonals run either way. */
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

  test("cover every sample between them once: no seam shows in a see-through surface, however it is cut and turned", () => {
    const move = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(move, { minLength: 7, maxLength: 60 }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (side, moves, turn) => {
          const picture = draw([meshOf(patchwork(side, moves, turn), flat(...HALF_RED))], 32);
          for (let y = 0; y < 32; y++) {
            for (let x = 0; x < 32; x++) {
              const alpha = pixelAt(picture, x, y)[3] as number;
              expect(alpha).toBeLessThanOrEqual(128);
              // Within the largest circle in the square, less the size of a pixel.
              if (Math.hypot(x - 15.5, y - 15.5) < 0.6 * 16 - 1) expect(alpha).toBe(128);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("cover what lies on their outer edges at the left and the top, not at the right and the bottom", () => {
    const [left, top, right, bottom] = [4, 4, 9, 9];
    const square = rectangle(
      sampleMiddle(left),
      -sampleMiddle(bottom),
      sampleMiddle(right),
      -sampleMiddle(top),
    );
    const rows = alphas(draw([meshOf(square, flat(...RED))], SIZE));
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

  test("fill the picture to its last sample when they reach beyond it", () => {
    for (const reach of [1, 3, 1_000, 20_000]) {
      const picture = draw([meshOf(rectangle(-reach, -reach, reach, reach), flat(...RED))]);
      expect(
        alphas(picture)
          .flat()
          .every((alpha) => alpha === 255),
        String(reach),
      ).toBe(true);
    }
  });

  test("that have no area, or lie beside the picture, draw nothing", () => {
    const line = triangle([-1, 0, 0], [1, 0, 0], [0, 0, 0]);
    for (const shape of [line, rectangle(2, 2, 3, 3), rectangle(-9, -1, -3, 1)])
      expect(draw([meshOf(shape, flat(...RED))]).data.every((byte) => byte === 0)).toBe(true);
  });
});

describe("what is nearer", () => {
  test("hides what is farther, whichever comes first", () => {
    const front = meshOf(rectangle(-0.5, -0.5, 0.5, 0.5, 0.5), flat(...RED));
    const back = meshOf(rectangle(-1, -1, 1, 1, -0.5), flat(...BLUE));
    for (const things of [
      [front, back],
      [back, front],
    ]) {
      const picture = draw(things);
      expect(pixelAt(picture, 8, 8)).toEqual(RED);
      expect(pixelAt(picture, 1, 8)).toEqual(BLUE);
    }
  });

  test("is decided sample by sample where surfaces run through each other", () => {
    const tilted = quad(cornersAt(-1, -1, 1, 1, -1, 1));
    const picture = draw([meshOf(whole, flat(...BLUE)), meshOf(tilted, flat(...RED))]);
    expect(pixelAt(picture, 8, 12)).toEqual(BLUE);
    expect(pixelAt(picture, 8, 4)).toEqual(RED);
  });

  test("and see-through lets it shine through, also when it comes first", () => {
    const glass = meshOf(rectangle(-1, -1, 1, 1, 0.5), flat(...HALF_RED));
    const wall = meshOf(rectangle(-1, -1, 1, 1, -0.5), flat(...BLUE));
    for (const things of [
      [glass, wall],
      [wall, glass],
    ])
      expect(pixelAt(draw(things), 8, 8)).toEqual([near(128), 0, near(127), 255]);
  });

  test("is drawn after what is farther where both are see-through", () => {
    const pane = (z: number, color: readonly [number, number, number, number]) => {
      const mesh = meshOf(rectangle(-1, -1, 1, 1, 0), flat(...color));
      mesh.position.z = z;
      return mesh;
    };
    const near64 = pane(0.5, [0, 255, 0, 128]);
    for (const things of [
      [near64, pane(-0.5, HALF_RED)],
      [pane(-0.5, HALF_RED), near64],
    ]) {
      const [red = 0, green = 0, , alpha] = pixelAt(draw(things), 8, 8);
      expect(green).toBeGreaterThan(red + 50);
      expect(alpha).toEqual(near(192));
    }
  });

  test("than the camera can see, or behind it, is left out with the whole triangle", () => {
    const behind = rectangle(-1, -1, 1, 1, DISTANCE + 3);
    const tooNear = rectangle(-0.1, -0.1, 0.1, 0.1, DISTANCE - 0.5);
    const through = triangle([-1, -1, 0], [1, -1, 0], [0, 1, DISTANCE + 1]);
    const atEye = triangle([-1, -1, 0], [1, -1, 0], [0, 0, DISTANCE]);
    for (const shape of [behind, tooNear, through, atEye]) {
      expect(draw([meshOf(shape, flat(...RED))]).data.every((byte) => byte === 0)).toBe(true);
      expect(pixelAt(draw([meshOf(shape, flat(...RED)), meshOf(whole, flat(...BLUE))]), 8, 8)).toEqual(BLUE);
    }
  });
});

describe("see-through pictures", () => {
  test("keep their colour over nothing: it is not mixed with black", () => {
    for (const alpha of [1, 3, 64, 128, 200, 254]) {
      const [red, green, blue, opacity] = pixelAt(draw([meshOf(whole, flat(200, 100, 50, alpha))]), 8, 8);
      expect(opacity).toBe(alpha);
      // What can be told of a colour through so few steps of it.
      const give = 255 / alpha;
      expect([red, green, blue]).toEqual([near(200, give), near(100, give), near(50, give)]);
    }
    expect(pixelAt(draw([meshOf(whole, flat(200, 100, 50, 0))]), 8, 8)).toEqual(NOTHING);
  });

  test("have the surface's colour at its edges, and less of it", () => {
    const slanted = triangle([-0.9, -0.8, 0], [0.8, -0.7, 0], [0.1, 0.9, 0]);
    const picture = draw([meshOf(slanted, flat(200, 100, 50, 255))]);
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
  /** A picture whose red runs from left to right and whose green from top to bottom. */
  const ramp = (() => {
    const side = 64;
    const data = new Uint8Array(side * side * 4);
    for (let i = 0; i < side * side; i++)
      data.set([20 + (i % side) * 3, 20 + Math.floor(i / side) * 3, 0, 255], i * 4);
    return { width: side, height: side, data };
  })();
  const redAt = (u: number) => 20 + (u * 64 - 0.5) * 3;

  test("lies on a surface with its first row at the top", () => {
    const picture = draw([meshOf(whole, painted(ramp))]);
    for (const i of [1, 8, 14]) {
      expect(pixelAt(picture, i, 8)[0]).toEqual(near(redAt((i + 0.5) / SIZE), 2));
      expect(pixelAt(picture, 8, i)[1]).toEqual(near(redAt((i + 0.5) / SIZE), 2));
    }
  });

  test("is seen in perspective on a surface that leans back", () => {
    const [low, high] = [1, -3];
    const leaning = quad(cornersAt(-1, -1, 1, 1, low, high));
    const size = 64;
    const picture = draw([meshOf(leaning, painted(ramp))], size);
    let checked = 0;
    let mostOff = 0;
    for (let y = 12; y < 64; y += 4) {
      for (let x = 8; x < 58; x += 5) {
        // Where the ray through the pixel's middle meets the surface y = -1 + 2t, z = low + (high - low) t.
        const [rx, ry] = [((x + 0.5) / size) * 2 - 1, 1 - ((y + 0.5) / size) * 2];
        const t = (ry * ((DISTANCE - low) / DISTANCE) + 1) / (2 + (ry * (high - low)) / DISTANCE);
        const depth = DISTANCE - low - (high - low) * t;
        const u = ((rx * depth) / DISTANCE + 1) / 2;
        if (t < 0.02 || t > 0.98 || u < 0.02 || u > 0.98) continue;
        const [red = 0, green = 0, , alpha] = pixelAt(picture, x, y);
        expect(alpha).toBe(255);
        expect([red, green]).toEqual([near(redAt(u), 4), near(redAt(1 - t), 4)]);
        // As if distance did not matter, it would lie elsewhere.
        const [bottom, top] = [-DISTANCE / (DISTANCE - low), DISTANCE / (DISTANCE - high)];
        mostOff = Math.max(mostOff, Math.abs(redAt(1 - (ry - bottom) / (top - bottom)) - green));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(50);
    expect(mostOff).toBeGreaterThan(20);
  });

  test("repeats itself beyond its edges where it is a model's", () => {
    const twice = quad(cornersAt(-1, -1, 1, 1, 0), { repeats: 2 });
    const picture = draw([meshOf(twice, painted(ramp))]);
    for (const [x, y] of [
      [1, 2],
      [6, 5],
    ] as const)
      expect(pixelAt(picture, x + 8, y + 8)).toEqual(pixelAt(picture, x, y));
  });
});

describe("light", () => {
  const shown = (things: Object3D[], behind = false) =>
    pixelAt(draw(things, SIZE, squareCamera(behind)), 8, 8);

  test("makes a surface as bright as it faces it: white, half as much light at 60°, none from behind", () => {
    const surface = () => meshOf(whole, chalk());
    expect(shown([surface(), lightFrom(0, 0, 1)])).toEqual([255, 255, 255, 255]);
    // Half the light is the byte 188 (IEC 61966-2-1).
    const slanted = shown([surface(), lightFrom(Math.sin(Math.PI / 3), 0, Math.cos(Math.PI / 3))]);
    expect(slanted).toEqual([188, 188, 188, 255]);
    expect(shown([surface(), lightFrom(0, 0, -1)])).toEqual([0, 0, 0, 255]);
    expect(shown([surface()])).toEqual([0, 0, 0, 255]);
  });

  test("of the sky and the ground is mixed by the way a surface looks", () => {
    const sky = new HemisphereLight(new Color(0xff0000), new Color(0x0000ff), Math.PI);
    const facing = (y: number) => {
      const tilted = quad(cornersAt(-1, -1, 1, 1, 0), { normal: [0, y, Math.sqrt(1 - y * y)] });
      return shown([meshOf(tilted, chalk()), sky]);
    };
    expect(facing(1)).toEqual([255, 0, 0, 255]);
    expect(facing(0)).toEqual([188, 0, 188, 255]);
    expect(facing(-1)).toEqual([0, 0, 255, 255]);
  });

  test("falls on a surface in its own colour", () => {
    const orange = new MeshLambertMaterial({ color: "#FF8000" });
    expect(shown([meshOf(whole, orange), lightFrom(0, 0, 1)])).toEqual([255, near(128), 0, 255]);
  });

  test("finds a surface with two sides on both, and one with one side only from the front", () => {
    for (const [from, front, back] of [
      [1, 255, 0],
      [-1, 0, 255],
    ] as const) {
      const light = () => lightFrom(0, 0, from);
      expect(shown([meshOf(whole, chalk(true)), light()])).toEqual([front, front, front, 255]);
      expect(shown([meshOf(whole, chalk(true)), light()], true)).toEqual([back, back, back, 255]);
    }
    expect(shown([meshOf(whole, chalk()), lightFrom(0, 0, 1)], true)).toEqual(NOTHING);
    expect(shown([meshOf(whole, flat(...RED))], true)).toEqual(NOTHING);
  });
});

describe("the same scene", () => {
  const colors = DEFAULT_COLORS;

  test("is the same picture to the last byte, whatever was drawn in between", () => {
    const first = drawAvatar(colors, NOTHING_WORN, 64);
    const other = drawAvatar(MANNEQUIN_COLORS, NOTHING_WORN, 48);
    draw([meshOf(whole, flat(...HALF_RED))]);
    expect(drawAvatar(colors, NOTHING_WORN, 64)).toEqual(first);
    expect(drawAvatar(MANNEQUIN_COLORS, NOTHING_WORN, 48)).toEqual(other);
  });

  test("can't be drawn when something in it is not known here, and says what", () => {
    const odd = meshOf(whole, chalk());
    odd.geometry.setIndex(null);
    expect(() => draw([odd])).toThrow("indices");
  });
});
