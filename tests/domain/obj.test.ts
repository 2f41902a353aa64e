import fc from "fast-check";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { fitModel, parseModel } from "#domain/items/model/parse-model.ts";
import { expectCpuRatio, expectLinearCpu } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";
import { boundsOf, cornersOf } from "#tests/support/mesh.ts";
import { ballObj, cubeObj, obj } from "#tests/support/obj.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, slot: "hat" | "toy" = "hat") => parseModel(bytes(text), slot);

const largest = bytes(ballObj(100, 100));
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
    const { normals } = parse(obj(...triangle, "vn 3 4 0", "vn 0 0 0", "f 1//1 2//2 3//1"));
    expect([...normals].map((part) => Number(part.toFixed(6))).join(" ")).toBe("0.6 0.8 0 0 0 1 0.6 0.8 0");
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

  test("shares the vertices of identical corners, and can have as many triangles as the limit", () => {
    const ball = parse(ballObj(16, 32));
    expect(triangleCount(ball)).toBe(2 * 16 * 32 - 2 * 32);
    expect(ball.positions.length / 3).toBeLessThan(17 * 32 + 32);
    expect(triangleCount(parseModel(largest, "hat"))).toBe(MODEL_LIMITS.triangles - 200);
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

describe("a broken or hostile model file", () => {
  function expectRejected(content: string | Uint8Array): ModelError {
    const data = typeof content === "string" ? bytes(content) : content;
    let thrown: unknown;
    const parse = () => {
      try {
        parseModel(data, "hat");
        thrown = null;
      } catch (error) {
        thrown = error;
      }
    };
    parse();
    if (!(thrown instanceof ModelError)) throw thrown ?? new Error("it was accepted");
    // The largest accepted text costs no more than the largest model.
    if (data.length > MODEL_LIMITS.bytes / 4) expectCpuRatio(parse, () => parseModel(largest, "hat"), 2);
    expect(thrown.message).toMatch(/^[A-Z].*\.$/);
    expect(thrown.message.length).toBeLessThan(150);
    return thrown;
  }

  const grid = (count: number) => Array.from({ length: count }, (_, i) => `v ${i % 300} ${i / 300} 0`);

  type Rejected = [name: string, make: () => string | Uint8Array];
  test.each<Rejected>([
    ["nothing", () => ""],
    ["white space", () => " \r\n\t\n"],
    ["only a comment", () => "# nothing else"],
    ["only vertices", () => obj(...triangle)],
    ["only a face", () => "f 1 2 3"],
    ["a face before its vertices", () => obj("f 1 2 3", ...triangle)],
    ["a face of two corners", () => obj(...triangle, "f 1 2")],
    ["a face without corners", () => obj(...triangle, "f")],
    ["a vertex of two numbers", () => obj("v 0 0", ...triangle, "f 1 2 3")],
    ["a vertex without numbers", () => obj("v", ...triangle, "f 1 2 3")],
    ["a texture coordinate without numbers", () => obj(...triangle, "vt", "f 1 2 3")],
    ..."NaN nan Infinity -Infinity inf 1e999 1,5 1.2.3 abc 0x 1e --1 1000001"
      .split(" ")
      .map((word): Rejected => [`${word} as a number`, () => obj(...triangle, `v 0 ${word} 0`, "f 1 2 3")]),
    ["Infinity in a texture coordinate", () => obj(...triangle, "vt Infinity 0", "f 1 2 3")],
    ...`0 4 -4 -0 1.0 1e0 1/0 1/2 1//0 1//9 1/1/1/1 x ${"9".repeat(99)} + /1`
      .split(" ")
      .map((word): Rejected => [`a corner ${word.slice(0, 9)}`, () => obj(...triangle, `f ${word} 2 3`)]),
    [
      "one byte too many",
      () => `${cubeObj()}${" ".repeat(MODEL_LIMITS.bytes)}`.slice(0, MODEL_LIMITS.bytes + 1),
    ],
    ["a hundred megabytes", () => new Uint8Array(100 * 1024 * 1024).fill(0x20)],
    ["one triangle too many", () => obj(...triangle, ...Array(MODEL_LIMITS.triangles + 1).fill("f 1 2 3"))],
    [
      "many triangles too many in one face",
      () => obj(...triangle, `f ${"1 2 3 ".repeat(MODEL_LIMITS.triangles)}`),
    ],
    ["a polygon of 10⁶ corners", () => obj(...triangle, `f${" 1".repeat(1_000_000)}`)],
    ["one vertex too many", () => obj(...grid(MODEL_LIMITS.vertices + 1), "f 1 2 3")],
    [
      "one texture coordinate too many",
      () => obj(...triangle, ...Array(MODEL_LIMITS.vertices + 1).fill("vt 0 0"), "f 1 2 3"),
    ],
    [
      "one normal too many",
      () => obj(...triangle, ...Array(MODEL_LIMITS.vertices + 1).fill("vn 0 0 1"), "f 1 2 3"),
    ],
    ["two megabytes of f", () => "f ".repeat(MODEL_LIMITS.bytes / 2)],
    ["two megabytes of lines", () => "\n".repeat(MODEL_LIMITS.bytes)],
    ["two megabytes of \\", () => "\\".repeat(MODEL_LIMITS.bytes)],
    ["a million continued lines", () => "\\\n".repeat(MODEL_LIMITS.bytes / 2)],
    ["half a million continued lines with something in them", () => "f \\\n".repeat(MODEL_LIMITS.bytes / 4)],
    ["two megabytes of /", () => obj(...triangle, `f ${"/".repeat(MODEL_LIMITS.bytes - 100)}`)],
    ["two megabytes of digits", () => obj(...triangle, `f ${"1".repeat(MODEL_LIMITS.bytes - 100)}`)],
    ["a number of two megabytes", () => obj(...triangle, `v ${"9".repeat(MODEL_LIMITS.bytes - 100)} 0 0`)],
    ["two megabytes of comments", () => "#\n".repeat(MODEL_LIMITS.bytes / 2)],
    [
      "binary garbage",
      () => Uint8Array.from({ length: MODEL_LIMITS.bytes }, (_, i) => (i * 2_654_435_761) >>> 13),
    ],
    ["zero bytes", () => new Uint8Array(MODEL_LIMITS.bytes)],
    ["UTF-16", () => new Uint8Array(new Uint16Array(Array.from(cubeObj(), (c) => c.charCodeAt(0))).buffer)],
    ["a picture", () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
    ["a web page", () => "<!doctype html><script>alert(1)</script>"],
    ["nested lists", () => "[".repeat(1_000_000)],
  ])("with %s is rejected with a readable sentence, at no more cost than a model", (_, make) => {
    expectRejected(make());
  });

  test("with a vertex shared by 20,000 faces costs no more than its faces", () => {
    const rim = Array.from({ length: 10_000 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 10_000;
      return `v ${Math.cos(turn)} ${Math.sin(i)} ${Math.sin(turn)}`;
    });
    const fan = rim.flatMap((_, i) => {
      const next = ((i + 1) % rim.length) + 2;
      return [`f 1 ${i + 2} ${next}`, `f 1 ${next} ${i + 2}`];
    });
    const data = bytes(obj("v 0 1 0", ...rim, ...fan));
    expect(data.length).toBeLessThan(MODEL_LIMITS.bytes);
    expect(triangleCount(parseModel(data, "hat"))).toBe(20_000);
    expectCpuRatio(
      () => parseModel(data, "hat"),
      () => parseModel(largest, "hat"),
      4,
    );
  });

  test("is rejected with the line of its error", () => {
    expect(expectRejected(obj(...triangle, "f 1 2 4")).message).toContain("Line 4");
    const late = obj("# a comment", "", ...triangle, "v 1 1 \\", "  1", "v 0 0 x", "f 1 2 4");
    expect(expectRejected(late).message).toContain("Line 8 ");
  });
});

describe("a real model file after random changes", () => {
  const files = [cubeObj(), ballObj(4, 6), obj(...triangle, "vt 0 0", "vn 0 0 1", "f 1/1/1 2/1/1 3/1/1")].map(
    bytes,
  );
  const WORDS = [..."- / 0 -1 99 NaN 1e999 # \u0000 é".split(" "), "\n", "\\\n", "f 1 2 3\n", "v ", " "];

  /** Expects a mesh that can be drawn: finite, in range and within its slot. */
  function expectSound(mesh: MeshData, slot: "hat" | "toy"): void {
    const count = mesh.positions.length / 3;
    expect(mesh.indices.length % 3).toBe(0);
    expect(mesh.indices.length).toBeGreaterThan(0);
    expect(mesh.indices.every((index) => index < count)).toBe(true);
    expect([mesh.normals.length, mesh.uvs.length]).toEqual([count * 3, count * 2]);
    for (const list of [mesh.positions, mesh.normals, mesh.uvs])
      expect(list.every(Number.isFinite)).toBe(true);
    for (let i = 0; i < count; i++)
      expect(Math.hypot(...mesh.normals.subarray(i * 3, i * 3 + 3))).toBeCloseTo(1, 4);
    const { low, high } = boundsOf(mesh);
    expect(Math.max(...[...high, ...low].map(Math.abs))).toBeLessThan(3);
    // An accepted model is already fitted.
    expect(fitModel(mesh, slot).positions).toEqual(mesh.positions);
  }

  function check(data: Uint8Array, slot: "hat" | "toy"): void {
    try {
      expectSound(parseModel(data, slot), slot);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
    }
  }

  const slot = fc.constantFrom<"hat" | "toy">("hat", "toy");
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 12 }),
    put: fc.oneof(fc.constantFrom(...WORDS).map(bytes), fc.uint8Array({ maxLength: 6 })),
  });

  test("becomes a sound mesh or a ModelError, and nothing else is thrown", () => {
    const changes = fc.array(change, { minLength: 1, maxLength: 6 });
    forAll(1_500, fc.constantFrom(...files), changes, slot, (file, list, inSlot) => {
      let data: number[] = [...file];
      for (const { at, remove, put } of list) {
        const from = Math.floor(at * data.length);
        data = [...data.slice(0, from), ...put, ...data.slice(from + remove)];
      }
      check(Uint8Array.from(data), inSlot);
    });
  });

  const number = fc.oneof(
    fc.double().map(String),
    fc.integer({ min: -5, max: 5 }).map(String),
    fc.constantFrom("1e-300", "1e6", "-1000000", "NaN", ""),
  );
  const index = fc.integer({ min: -9, max: 9 }).map(String);
  const line = fc.oneof(
    fc.tuple(fc.constantFrom("v", "vn"), number, number, number),
    fc.tuple(fc.constant("vt"), number, number),
    fc
      .array(
        fc.array(index, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
        { maxLength: 6 },
      )
      .map((corners) => ["f", ...corners]),
  );

  test("made of the format's own words becomes one of the two as well", () => {
    forAll(1_500, fc.array(line, { maxLength: 30 }), slot, (lines, inSlot) => {
      check(
        bytes(obj(...triangle, "vt 0 0", "vn 0 0 1", ...lines.map((words) => words.join(" ")), "f 1 2 3")),
        inSlot,
      );
    });
  });
});
