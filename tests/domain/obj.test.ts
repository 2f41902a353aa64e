import { triangleCount } from "#domain/avatar/model/mesh.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { expectLinearCpu } from "#tests/support/cpu.ts";
import { boundsOf, cornersOf } from "#tests/support/mesh.ts";
import { ballObj, cubeObj, obj } from "#tests/support/obj.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, slot: "hat" | "toy" = "hat") => parseModel(bytes(text), slot);

/** A triangle that fits the slot of a hat. */
const triangle = ["v 0 0 0", "v 1 0 0", "v 0 1 0"];

describe("a model", () => {
  test("with one triangle has its positions, a normal to the front and a texture that is flipped vertically", () => {
    const mesh = parse(obj(...triangle, "vt 0 0", "vt 1 0", "vt 0 1", "f 1/1 2/2 3/3"));
    expect(mesh).toEqual({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
      uvs: Float32Array.of(0, 1, 1, 1, 0, 0),
      indices: Uint16Array.of(0, 1, 2),
    });
  });

  const expected = cornersOf(parse(cubeObj()));

  test.each<[string, (text: string) => string]>([
    ["Windows line endings", (text) => text.replaceAll("\n", "\r\n")],
    ["no newline at the end", (text) => text.trimEnd()],
    [
      "comments on lines of their own and after everything",
      (text) => `# made by hand\n${text.replaceAll("\n", " # and so\n")}`,
    ],
    ["tabs and many spaces", (text) => text.replaceAll(" ", " \t  ").replaceAll("\n", "  \n\n\t\n")],
    ["lines continued by \\", (text) => text.replace(/^(f \S+ \S+) /gm, "$1 \\\n  ")],
    ["continued lines with Windows line endings", (text) => text.replace(/^(v \S+) /gm, "$1 \\\r\n")],
    ["vertex colors", (text) => text.replace(/^(v .*)$/gm, "$1 0.5 0.25 1")],
    ["a fourth number in its vertices", (text) => text.replace(/^(v .*)$/gm, "$1 1.0")],
    ["a third number in its texture coordinates", (text) => text.replace(/^(vt .*)$/gm, "$1 0")],
    ["numbers with signs and exponents", (text) => text.replace(/(?<=^v.* )0\.5/gm, "+5.0E-1")],
    [
      "groups, materials, smoothing, lines, points and unknown statements",
      (text) =>
        `mtllib ../../etc/passwd\no Cube\ng all\ns 1\nusemtl red\n${text}l 1 2 3\np 1\ncurv 0 1\n∰ x\n`,
    ],
    ["a byte order mark before a comment", (text) => `\ufeff# x\n${text}`],
    [
      "negative indices",
      (text) => {
        const textureCoordinates = 4;
        return text.replace(
          /(\d)\/(\d)/g,
          (_, v, t) => `${Number(v) - 9}/${Number(t) - textureCoordinates - 1}`,
        );
      },
    ],
    [
      "triangles instead of squares",
      (text) => text.replace(/^f (\S+) (\S+) (\S+) (\S+)$/gm, "f $1 $2 $3\nf $1 $3 $4"),
    ],
  ])("with %s is the same mesh", (_, change) => {
    expect(cornersOf(parse(change(cubeObj())))).toEqual(expected);
  });

  test("resolves negative indices at the line that has them", () => {
    const early = obj(...triangle, "f -3 -2 -1", "v 5 5 5", "v 6 6 6");
    expect(boundsOf(parse(early)).high).toEqual([1, 1, 0]);
  });

  test.each([
    ["neither texture coordinates nor normals", "f 1 2 3"],
    ["no texture coordinates", "f 1//1 2//1 3//1"],
    ["no normals", "f 1/1 2/1 3/1"],
    ["empty normals", "f 1/ 2/ 3/"],
    ["empty texture coordinates and normals", "f 1// 2// 3//"],
    ["normals at only some corners", "f 1//1 2 3/1/1"],
  ])("with %s at its corners is complete", (_, face) => {
    const mesh = parse(obj(...triangle, "vt 0.5 0.5", "vn 0 0 9", face));
    expect(triangleCount(mesh)).toBe(1);
    expect([...mesh.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(mesh.uvs).toHaveLength(6);
    expect(mesh.uvs.every(Number.isFinite)).toBe(true);
  });

  test("gets unit normals if its own have any length, and new ones if they have none", () => {
    const mesh = parse(obj(...triangle, "vn 3 4 0", "vn 0 0 0", "f 1//1 2//2 3//1"));
    expect([...mesh.normals].map((part) => Number(part.toFixed(6)))).toEqual([
      0.6, 0.8, 0, 0, 0, 1, 0.6, 0.8, 0,
    ]);
  });

  test("with polygons is split into fans of triangles, two fewer than the corners", () => {
    for (const corners of [3, 4, 5, 8, 64]) {
      const around = Array.from({ length: corners }, (_, i) => (2 * Math.PI * i) / corners);
      const mesh = parse(
        obj(
          ...around.map((turn) => `v ${Math.cos(turn)} ${Math.sin(turn)} 0`),
          `f ${around.map((_, i) => i + 1).join(" ")}`,
        ),
      );
      expect(triangleCount(mesh)).toBe(corners - 2);
      expect(cornersOf(mesh).every(({ normal }) => normal[2] === 1)).toBe(true);
    }
  });

  test("loses its triangles without an area, and is rejected if it has no others", () => {
    const flat = ["v 0 0 0", "v 1 1 1", "v 2 2 2"];
    expect(triangleCount(parse(obj(...triangle, "f 1 2 3", "f 1 1 2", "f 3 3 3")))).toBe(1);
    expect(() => parse(obj(...flat, "f 1 2 3"))).toThrow(ModelError);
    expect(() => parse(obj(...triangle, "f 1 1 2"))).toThrow(ModelError);
  });

  test("shares the vertices of identical corners", () => {
    const ball = parse(ballObj(16, 32));
    expect(triangleCount(ball)).toBe(2 * 16 * 32 - 2 * 32);
    expect(ball.positions.length / 3).toBeLessThan(17 * 32 + 32);
  });

  test("can have as many triangles as the limit", () => {
    const mesh = parseModel(bytes(ballObj(100, 100)), "hat");
    expect(triangleCount(mesh)).toBe(MODEL_LIMITS.triangles - 200);
  });

  test("is parsed in linear time", () => {
    expectLinearCpu(
      (rings) => bytes(ballObj(rings, 100)),
      100,
      (ball) => parseModel(ball, "hat"),
    );
  });
});

describe("missing normals", () => {
  /** Two squares that share an edge along z and are folded by an angle. */
  const fold = (degrees: number) => {
    const bend = (degrees * Math.PI) / 180;
    const [x, y] = [Math.cos(bend), Math.sin(bend)];
    return obj(
      ...["v -1 0 0", "v 0 0 0", "v 0 0 1", "v -1 0 1"],
      ...[`v ${x} ${y} 0`, `v ${x} ${y} 1`],
      "f 1 4 3 2",
      "f 2 3 6 5",
    );
  };

  test.each([
    [10, true],
    [49, true],
    [51, false],
    [90, false],
    [170, false],
  ])("are smooth where faces meet at less than 50° (at %i°: %s)", (degrees, isSmooth) => {
    const half = (degrees * Math.PI) / 360;
    const onEdge = cornersOf(parse(fold(degrees), "toy")).filter(({ position }) => position[0] === 0);
    for (const end of [0, 1]) {
      const normals = onEdge.filter(({ position }) => position[2] === end).map(({ normal }) => normal.join());
      expect(new Set(normals).size).toBe(isSmooth ? 1 : 2);
    }
    if (!isSmooth) return;
    // A face counts by its share of the corner's triangles; both normals are within the fold.
    for (const { normal } of onEdge) {
      const along = normal[0] * -Math.sin(half) + normal[1] * Math.cos(half);
      expect(along).toBeGreaterThan(Math.cos(half));
    }
  });

  test("give a cube sharp edges and make a ball round", () => {
    for (const { normal } of cornersOf(parse(cubeObj())))
      expect(normal.map(Math.abs).sort()).toEqual([0, 0, 1]);
    for (const { position, normal } of cornersOf(parse(ballObj(24, 32)))) {
      const length = Math.hypot(...position);
      const facing = position.reduce((sum, part, i) => sum + (part * (normal[i] ?? 0)) / length, 0);
      expect(Math.abs(facing)).toBeGreaterThan(0.98);
    }
  });
});
