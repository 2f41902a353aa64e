import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { ModelError } from "#domain/items/model/error.ts";
import { readMesh, writeMesh } from "#domain/items/model/file.ts";
import { fitModel } from "#domain/items/model/fit.ts";
import { parseModel } from "#domain/items/model/parse.ts";
import { boundsOf, cornersOf } from "#tests/support/mesh.ts";
import { ballObj, cubeObj } from "#tests/support/obj.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, slot: "hat" | "toy" = "hat") => parseModel(bytes(text), slot);

/** A triangle that fits a hat's room, with what else a line needs. */
const triangle = ["v 0 0 0", "v 1 0 0", "v 0 1 0"];
const obj = (...lines: string[]) => lines.join("\n");

describe("a model", () => {
  test("of one triangle has its places, its normal to the front and its texture upside down, as rows run down", () => {
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
    ["lines that end as on Windows", (text) => text.replaceAll("\n", "\r\n")],
    ["no end to its last line", (text) => text.trimEnd()],
    [
      "comments of its own and behind everything",
      (text) => `# made by hand\n${text.replaceAll("\n", " # and so\n")}`,
    ],
    ["tabs and many spaces", (text) => text.replaceAll(" ", " \t  ").replaceAll("\n", "  \n\n\t\n")],
    ["lines continued by \\", (text) => text.replace(/^(f \S+ \S+) /gm, "$1 \\\n  ")],
    ["continued lines that end as on Windows", (text) => text.replace(/^(v \S+) /gm, "$1 \\\r\n")],
    ["colours beside its places", (text) => text.replace(/^(v .*)$/gm, "$1 0.5 0.25 1")],
    ["a fourth number beside its places", (text) => text.replace(/^(v .*)$/gm, "$1 1.0")],
    ["a third number beside its texture places", (text) => text.replace(/^(vt .*)$/gm, "$1 0")],
    ["numbers with signs and exponents", (text) => text.replace(/(?<=^v.*)0\.5/gm, "+5.0E-1")],
    [
      "groups, materials, smoothing, lines, points and things nobody has heard of",
      (text) =>
        `mtllib ../../etc/passwd\no Cube\ng all\ns 1\nusemtl red\n${text}l 1 2 3\np 1\ncurv 0 1\n∰ x\n`,
    ],
    ["a byte order mark before a comment", (text) => `\ufeff# x\n${text}`],
    [
      "indices that count from the end",
      (text) => {
        const places = 4;
        return text.replace(/(\d)\/(\d)/g, (_, v, t) => `${Number(v) - 9}/${Number(t) - places - 1}`);
      },
    ],
    [
      "triangles instead of squares",
      (text) => text.replace(/^f (\S+) (\S+) (\S+) (\S+)$/gm, "f $1 $2 $3\nf $1 $3 $4"),
    ],
  ])("with %s is the same mesh", (_, change) => {
    expect(cornersOf(parse(change(cubeObj())))).toEqual(expected);
  });

  test("reads indices from the end as of the line that has them", () => {
    const early = obj(...triangle, "f -3 -2 -1", "v 5 5 5", "v 6 6 6");
    expect(boundsOf(parse(early)).high).toEqual([1, 1, 0]);
  });

  test.each([
    ["neither texture places nor normals", "f 1 2 3"],
    ["no texture places", "f 1//1 2//1 3//1"],
    ["no normals", "f 1/1 2/1 3/1"],
    ["texture places that end in nothing", "f 1/ 2/ 3/"],
    ["both left empty", "f 1// 2// 3//"],
    ["normals at some corners", "f 1//1 2 3/1/1"],
  ])("with %s at its corners is whole", (_, face) => {
    const mesh = parse(obj(...triangle, "vt 0.5 0.5", "vn 0 0 9", face));
    expect(triangleCount(mesh)).toBe(1);
    expect([...mesh.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
    expect(mesh.uvs).toHaveLength(6);
    expect(mesh.uvs.every(Number.isFinite)).toBe(true);
  });

  test("whose own normals have any length gets unit ones; those of no length are made anew", () => {
    const mesh = parse(obj(...triangle, "vn 3 4 0", "vn 0 0 0", "f 1//1 2//2 3//1"));
    expect([...mesh.normals].map((part) => Number(part.toFixed(6)))).toEqual([
      0.6, 0.8, 0, 0, 0, 1, 0.6, 0.8, 0,
    ]);
  });

  test("of polygons is cut into fans of as many triangles as they have corners, less two", () => {
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

  test("loses its triangles without an area, and is refused when it has no others", () => {
    const flat = ["v 0 0 0", "v 1 1 1", "v 2 2 2"];
    expect(triangleCount(parse(obj(...triangle, "f 1 2 3", "f 1 1 2", "f 3 3 3")))).toBe(1);
    expect(() => parse(obj(...flat, "f 1 2 3"))).toThrow(ModelError);
    expect(() => parse(obj(...triangle, "f 1 1 2"))).toThrow(ModelError);
  });

  test("shares the vertices of corners that are alike", () => {
    const ball = parse(ballObj(16, 32));
    expect(triangleCount(ball)).toBe(2 * 16 * 32 - 2 * 32);
    expect(ball.positions.length / 3).toBeLessThan(17 * 32 + 32);
  });

  test("may have as many triangles as are allowed, and is read within 200 ms", () => {
    const ball = bytes(ballObj(100, 100));
    parseModel(ball, "hat");
    const started = performance.now();
    const mesh = parseModel(ball, "hat");
    expect(performance.now() - started).toBeLessThan(200);
    expect(triangleCount(mesh)).toBe(MODEL_LIMITS.triangles - 200);
  });
});

describe("normals that a model doesn't have", () => {
  /** Two squares that share an edge along z and bend by an angle. */
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
  ])("are those of one bent surface where faces meet at less than 50°: at %i° %s", (degrees, bent) => {
    const half = (degrees * Math.PI) / 360;
    const onEdge = cornersOf(parse(fold(degrees), "toy")).filter(({ position }) => position[0] === 0);
    const found = new Set(onEdge.map(({ normal }) => normal.map((part) => part.toFixed(3)).join(" ")));
    expect(found.size).toBe(bent ? 1 : 2);
    if (!bent) return;
    // The larger a share of the corner's triangles a face has, the more it counts; both are within the bend.
    for (const { normal } of onEdge) {
      const along = normal[0] * -Math.sin(half) + normal[1] * Math.cos(half);
      expect(along).toBeGreaterThan(Math.cos(half));
    }
  });

  test("make a cube's edges sharp and a ball round", () => {
    for (const { normal } of cornersOf(parse(cubeObj())))
      expect(normal.map(Math.abs).sort()).toEqual([0, 0, 1]);
    for (const { position, normal } of cornersOf(parse(ballObj(24, 32)))) {
      const length = Math.hypot(...position);
      const facing = position.reduce((sum, part, i) => sum + (part * (normal[i] ?? 0)) / length, 0);
      expect(Math.abs(facing)).toBeGreaterThan(0.98);
    }
  });
});

describe("a file that is no model is refused quickly, with a sentence for its maker", () => {
  /** The work of a refusal is bounded, so that it can't take long. */
  function expectRefused(content: string | Uint8Array): ModelError {
    const data = typeof content === "string" ? bytes(content) : content;
    let took = Number.POSITIVE_INFINITY;
    // A machine that is busy with others is busy once; what is slow is slow thrice.
    for (let attempt = 0; attempt < 3 && took >= 200; attempt++) {
      const started = performance.now();
      try {
        parseModel(data, "hat");
        throw new Error("it was taken");
      } catch (error) {
        took = performance.now() - started;
        if (!(error instanceof ModelError)) throw error;
        expect(error.message).toMatch(/^[A-Z].*\.$/);
        expect(error.message.length).toBeLessThan(150);
        if (took < 200) return error;
      }
    }
    throw new Error(`refusing it took ${took} ms`);
  }

  const grid = (count: number) => Array.from({ length: count }, (_, i) => `v ${i % 300} ${i / 300} 0`);

  test.each<[string, () => string | Uint8Array]>([
    ["nothing", () => ""],
    ["white space", () => " \r\n\t\n"],
    ["a comment", () => "# nothing else"],
    ["places alone", () => obj(...triangle)],
    ["a face alone", () => "f 1 2 3"],
    ["a face before its places", () => obj("f 1 2 3", ...triangle)],
    ["a face of two corners", () => obj(...triangle, "f 1 2")],
    ["a face of none", () => obj(...triangle, "f")],
    ["a place of two numbers", () => obj("v 0 0", ...triangle, "f 1 2 3")],
    ["a place of none", () => obj("v", ...triangle, "f 1 2 3")],
    ["a normal of two numbers", () => obj(...triangle, "vn 0 1", "f 1 2 3")],
    ["a texture place of none", () => obj(...triangle, "vt", "f 1 2 3")],
    ...[
      "NaN",
      "nan",
      "Infinity",
      "-Infinity",
      "inf",
      "1e999",
      "1,5",
      "1.2.3",
      "abc",
      "0x",
      "1e",
      "--1",
      "1000001",
    ].map(
      (word) =>
        [`${word} as a number`, () => obj(...triangle, `v 0 ${word} 0`, "f 1 2 3")] as [string, () => string],
    ),
    ["NaN in a normal", () => obj(...triangle, "vn 0 NaN 0", "f 1 2 3")],
    ["Infinity in a texture place", () => obj(...triangle, "vt Infinity 0", "f 1 2 3")],
    ...[
      "0",
      "4",
      "-4",
      "-0",
      "1.0",
      "1e0",
      "1/0",
      "1/2",
      "1//0",
      "1//9",
      "1/1/1/1",
      "x",
      "9".repeat(99),
      "+",
      "/1",
    ].map(
      (word) =>
        [`a corner ${word.slice(0, 9)}`, () => obj(...triangle, `f ${word} 2 3`)] as [string, () => string],
    ),
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
    ["one place too many", () => obj(...grid(MODEL_LIMITS.vertices + 1), "f 1 2 3")],
    [
      "one texture place too many",
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
    ["lists in each other", () => "[".repeat(1_000_000)],
  ])("%s", (_, make) => {
    expectRefused(make());
  });

  test("a vertex that twenty thousand faces share costs no more than its faces", () => {
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
    const times = [1, 2, 3].map(() => {
      const started = performance.now();
      expect(triangleCount(parseModel(data, "hat"))).toBe(20_000);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });

  test("says in which line something is wrong", () => {
    expect(expectRefused(obj(...triangle, "f 1 2 4")).message).toContain("Line 4");
    expect(expectRefused(obj(...triangle, "v 0 0 x", "f 1 2 4")).message).toContain("Line 4");
  });
});

describe("whatever is done to a real file", () => {
  const files = [cubeObj(), ballObj(4, 6), obj(...triangle, "vt 0 0", "vn 0 0 1", "f 1/1/1 2/1/1 3/1/1")].map(
    bytes,
  );
  const WORDS = [
    "-",
    "/",
    "0",
    "-1",
    "99",
    "NaN",
    "1e999",
    "\n",
    "\\\n",
    "f 1 2 3\n",
    "v ",
    "#",
    "\u0000",
    "é",
    " ",
  ];

  /** A mesh that can be drawn: finite, in range, in its slot's room. */
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
    expect(
      Math.max(...high.map((value) => Math.abs(value)), ...low.map((value) => Math.abs(value))),
    ).toBeLessThan(3);
    // What was taken is fitted already.
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

  test("it becomes a sound mesh or a ModelError, and nothing else is thrown", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        slot,
        (file, changes, where) => {
          let data: number[] = [...file];
          for (const { at, remove, put } of changes) {
            const from = Math.floor(at * data.length);
            data = [...data.slice(0, from), ...put, ...data.slice(from + remove)];
          }
          check(Uint8Array.from(data), where);
        },
      ),
      { numRuns: 1_500 },
    );
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

  test("it is so too for text that is made of the format's own words", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), slot, (lines, where) => {
        check(
          bytes(obj(...triangle, "vt 0 0", "vn 0 0 1", ...lines.map((words) => words.join(" ")), "f 1 2 3")),
          where,
        );
      }),
      { numRuns: 1_500 },
    );
  });
});

describe("fitting", () => {
  const cube = (side: number, at?: [number, number, number]) => parse(cubeObj(side, at));

  test("leaves alone what was made on the bopi, to the last bit", () => {
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
    ["above it", 1, [0, 9, 0]],
    ["far from everything", 999, [90_000, -90_000, 90_000]],
  ])("brings what is %s to the slot's middle and a good size, and keeps its shape", (_, side, at) => {
    const hat = boundsOf(cube(side, at));
    const toy = boundsOf(parse(cubeObj(side, at), "toy"));
    for (const [i, low] of hat.low.entries()) expect((hat.high[i] ?? 0) - low).toBeCloseTo(2.1, 1);
    for (const [i, low] of toy.low.entries()) expect((toy.high[i] ?? 0) - low).toBeCloseTo(1.4, 1);
    // A hat stands on the head, a toy hangs around the hand.
    expect(hat.low.map((value) => Number(value.toFixed(1)))).toEqual(
      [-1.1, 0.1, -1.1].map((v) => expect.closeTo(v, 0)),
    );
    expect(hat.low[1]).toBeCloseTo(0.1, 1);
    expect((hat.low[0] ?? 0) + (hat.high[0] ?? 0)).toBeCloseTo(0, 1);
    for (const [i, low] of toy.low.entries()) expect(low + (toy.high[i] ?? 0)).toBeCloseTo(0, 1);
  });

  test("scales evenly: a flat plate stays flat, its normals as they were", () => {
    const plate = parse(obj("v 0 0 0", "v 90 0 0", "v 90 0 -30", "v 0 0 -30", "f 1 2 3 4"));
    const { low, high } = boundsOf(plate);
    const [x, y, z] = high.map((value, i) => value - (low[i] ?? 0)) as [number, number, number];
    expect([x, y, z].map((value) => Number(value.toFixed(3)))).toEqual([2.1, 0, 0.7]);
    expect(cornersOf(plate).every(({ normal }) => normal[1] === 1)).toBe(true);
  });
});

describe("a mesh file", () => {
  test("gives back the mesh that was written, with 16-bit and with 32-bit indices", () => {
    const meshes = [parse(cubeObj()), parse(ballObj(20, 30)), parse(obj(...triangle, "f 1 2 3"))];
    for (const mesh of meshes) expect(readMesh(writeMesh(mesh).buffer as ArrayBuffer)).toEqual(mesh);
    const vertices = 65_536;
    const large: MeshData = {
      positions: Float32Array.from({ length: vertices * 3 }, (_, i) => i),
      normals: new Float32Array(vertices * 3).fill(1),
      uvs: new Float32Array(vertices * 2).fill(0.5),
      indices: Uint32Array.of(0, 1, vertices - 1),
    };
    expect(readMesh(writeMesh(large).buffer as ArrayBuffer)).toEqual(large);
  });

  test("of any floats comes back to the last bit", () => {
    const vertex = fc.tuple(...Array.from({ length: 8 }, () => fc.float({ noNaN: true })));
    fc.assert(
      fc.property(fc.array(vertex, { minLength: 1, maxLength: 40 }), (vertices) => {
        const part = (from: number, to: number) =>
          Float32Array.from(vertices.flatMap((v) => v.slice(from, to)));
        const indices = Uint16Array.from(vertices.flatMap((_, i) => [i, 0, i]));
        const mesh = { positions: part(0, 3), normals: part(3, 6), uvs: part(6, 8), indices };
        expect(readMesh(writeMesh(mesh).buffer as ArrayBuffer)).toEqual(mesh);
      }),
    );
  });

  test("that is something else or cut off is not read", () => {
    const file = writeMesh(parse(cubeObj()));
    const changed = (at: number, value: number) => file.map((byte, i) => (i === at ? value : byte));
    for (const bad of [
      new Uint8Array(16),
      changed(0, 0),
      changed(4, 9),
      file.slice(0, 20),
      file.slice(0, -1),
      changed(11, 0xff),
    ])
      expect(() => readMesh(bad.buffer as ArrayBuffer)).toThrow();
  });
});
