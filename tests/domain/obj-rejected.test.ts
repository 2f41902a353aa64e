import fc from "fast-check";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { fitModel, parseModel } from "#domain/items/model/parse-model.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";
import { boundsOf } from "#tests/support/mesh.ts";
import { ballObj, cubeObj, obj } from "#tests/support/obj.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const triangle = ["v 0 0 0", "v 1 0 0", "v 0 1 0"];
const largest = bytes(ballObj(100, 100));

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
    expect(
      Math.max(...high.map((value) => Math.abs(value)), ...low.map((value) => Math.abs(value))),
    ).toBeLessThan(3);
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
    forAll(
      1_500,
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      slot,
      (file, changes, inSlot) => {
        let data: number[] = [...file];
        for (const { at, remove, put } of changes) {
          const from = Math.floor(at * data.length);
          data = [...data.slice(0, from), ...put, ...data.slice(from + remove)];
        }
        check(Uint8Array.from(data), inSlot);
      },
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

  test("made of the format's own words becomes one of the two as well", () => {
    forAll(1_500, fc.array(line, { maxLength: 30 }), slot, (lines, inSlot) => {
      check(
        bytes(obj(...triangle, "vt 0 0", "vn 0 0 1", ...lines.map((words) => words.join(" ")), "f 1 2 3")),
        inSlot,
      );
    });
  });
});
