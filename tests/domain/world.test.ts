import fc from "fast-check";
import { starterWorld } from "#domain/build/starts/world-starts.ts";
import { blockSchema } from "#domain/world/block.ts";
import { isBlock } from "#domain/world/block-field-fits.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import { parseWorld } from "#domain/world/parse-world.ts";
import { categoryProblem, isClearable, playableProblem } from "#domain/world/rules.ts";
import { expectCpuRatio, expectLinearCpu } from "#tests/support/cpu.ts";
import { forAll } from "#tests/support/for-all.ts";

const block = { shape: "box", position: [0, 0, 0], size: [4, 1, 4], color: "f99205" };
const world = { version: 1, spawn: { position: [0, 1, 0] }, blocks: [block] };
const withBlock = (fields: object) => ({ ...world, blocks: [{ ...block, ...fields }] });
const parse = (document: unknown) => parseWorld(JSON.stringify(document));
const problem = (document: unknown) => {
  const parsed = parse(document);
  return parsed.ok ? null : parsed.message;
};

test("a small document is accepted, also with a byte order mark, and its lists default to empty", () => {
  expect(parse(world)).toMatchObject({ ok: true, world: { stars: [], checkpoints: [], hazards: [] } });
  expect(parseWorld(new TextEncoder().encode(`\uFEFF${JSON.stringify(world)}`)).ok).toBe(true);
});

test("the canonical text is the same for any order of keys and case of colors", () => {
  const one = parse(withBlock({ color: "F99205", material: "wood" }));
  const other = parse({
    blocks: [{ material: "wood", color: "f99205", size: [4, 1, 4], position: [0, 0, 0], shape: "box" }],
    spawn: { position: [0, 1, 0] },
    version: 1,
  });
  if (!one.ok || !other.ok) throw new Error("both should parse");
  expect(one.text).toBe(other.text);
  const again = parseWorld(one.text);
  expect(again.ok && again.text).toBe(one.text);
});

test.each([
  [
    "a block that is too thin",
    { ...world, blocks: [block, { ...block, size: [0.01, 1, 1] }] },
    "blocks[1].size[0] must be at least 0.05.",
  ],
  [
    "a position outside the world",
    { ...world, spawn: { position: [0, 9999, 0] } },
    "spawn.position[1] must be at most 4096.",
  ],
  ["a missing number", { ...world, spawn: { position: [0, 1] } }, "spawn.position"],
  ["an unknown key", { ...world, scripts: [] }, 'a key that levels don\'t know: "scripts"'],
  [
    "an unknown key of a block",
    withBlock({ onTouch: "alert(1)" }),
    'blocks[0] has a key that levels don\'t know: "onTouch"',
  ],
  ["another version", { ...world, version: 2 }, "version must be 1."],
  ["an unknown shape", withBlock({ shape: "teapot" }), "blocks[0].shape must be one of box, wedge"],
  ["a color with #", withBlock({ color: "#f99205" }), "blocks[0].color must be 6 hexadecimal digits"],
  ["a block that is a number", { ...world, blocks: [7] }, "blocks[0] must be an object."],
  [
    "too many stars",
    { ...world, stars: Array(501).fill({ position: [0, 0, 0] }) },
    "stars must have at most 500 entries.",
  ],
  [
    "too many blocks",
    { ...world, blocks: Array(20_001).fill(block) },
    "blocks must have at most 20,000 entries.",
  ],
  ["a list instead of a document", [], "must be an object"],
  ["null", null, "must be an object"],
])("%s is rejected with a message about where and what to change", (_, document, message) => {
  expect(problem(document)).toContain(message);
});

test("all problems of a document are listed at once, each with its place", () => {
  const parsed = parse({
    ...world,
    version: 3,
    scripts: [],
    sounds: [],
    spawn: { position: [0, 9999, 0], yaw: "north" },
    stars: [{ position: [0, 0, 0] }, { position: [0, 0] }],
    hazards: [{ kind: "fire", position: [0, 0, 0], size: [1, 1, 0] }],
    blocks: [block, { ...block, shape: "teapot", color: "red", onTouch: 1, owner: 2 }, 7],
  });
  if (parsed.ok) throw new Error("parsed");
  expect(parsed.problems).toEqual([
    "version must be 1.",
    "spawn.position[1] must be at most 4096.",
    "spawn.yaw must be a number.",
    expect.stringContaining("stars[1].position"),
    "hazards[0].kind must be one of lava, spikes, saw, laser, poison.",
    "hazards[0].size[2] must be at least 0.05.",
    'The level document has a key that levels don\'t know: "scripts". Remove it.',
    'The level document has a key that levels don\'t know: "sounds". Remove it.',
    "blocks[1].shape must be one of box, wedge, pyramid, cylinder, cone, sphere.",
    "blocks[1].color must be 6 hexadecimal digits without '#', such as f99205.",
    'blocks[1] has a key that levels don\'t know: "onTouch". Remove it.',
    'blocks[1] has a key that levels don\'t know: "owner". Remove it.',
    "blocks[2] must be an object.",
  ]);
  expect(parsed.message).toBe(parsed.problems[0]);
});

test("problems after the 20th are counted", () => {
  const problemsOf = (broken: number) => {
    const parsed = parse({ ...world, blocks: [block, ...Array(broken).fill({ ...block, color: "red" })] });
    return parsed.ok ? [] : parsed.problems;
  };
  expect(problemsOf(20)).toHaveLength(20);
  expect(problemsOf(20).at(-1)).toContain("blocks[20].color");
  expect(problemsOf(33)).toHaveLength(21);
  expect(problemsOf(33).at(-1)).toBe("And 13 more.");
  expect(problemsOf(19_999).at(-1)).toBe("And 19,979 more.");
  const parsed = parse({
    ...world,
    ...Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`key${i}`, 1])),
  });
  expect(!parsed.ok && parsed.problems.at(-1)).toBe("And 1,480 more.");
});

test("listing the problems of 20,000 broken blocks costs at most 3 times as much as parsing good ones", () => {
  const good = JSON.stringify({ ...world, blocks: Array(20_000).fill(block) });
  const broken = good.replaceAll("f99205", "f9920x");
  expect(parseWorld(broken).ok).toBe(false);
  expectCpuRatio(
    () => parseWorld(broken),
    () => parseWorld(good),
    3,
  );
});

test("an infinite number is rejected, and brackets inside strings don't count as nesting", () => {
  const parsed = parseWorld(JSON.stringify(world).replace("[0,1,0]", "[0,1e999,0]"));
  expect(parsed.ok).toBe(false);
  expect(problem({ ...world, ambience: '[[[[[[[[[["' })).toContain("ambience must be one of");
});

test("a document a million levels deep is rejected at no more cost than a good one of that size", () => {
  const good = JSON.stringify({ ...world, blocks: Array(12_000).fill(block) });
  expect(parseWorld(good).ok).toBe(true);
  for (const deep of ["[".repeat(good.length), '{"a":'.repeat(good.length / 5)]) {
    expect(parseWorld(deep)).toMatchObject({ ok: false, message: expect.stringContaining("nested") });
    expectCpuRatio(
      () => parseWorld(deep),
      () => parseWorld(good),
      1,
    );
  }
});

test("too many bytes, broken UTF-8 and broken JSON each have their own message", () => {
  expect(parseWorld(new Uint8Array(WORLD_LIMITS.bytes + 1))).toMatchObject({
    message: "The level file is 4.1 MB. The limit is 4 MB.",
  });
  expect(parseWorld(new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({
    message: expect.stringContaining("UTF-8"),
  });
  const half = parseWorld('{"version": 1,');
  expect(half).toMatchObject({ message: expect.stringContaining("JSON") });
  expect(!half.ok && half.problems).toEqual([!half.ok && half.message]);
});

test("any JSON and any bytes get a result and never throw", () => {
  forAll(300, fc.json({ maxDepth: 8 }), (text) => typeof parseWorld(text).ok === "boolean");
  forAll(300, fc.uint8Array({ maxLength: 300 }), (bytes) => typeof parseWorld(bytes).ok === "boolean");
});

test("the quick block test and the block schema agree on every block", () => {
  const number = fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.double(), fc.constant("1"));
  const vector = fc.oneof(
    { arbitrary: fc.array(number, { minLength: 3, maxLength: 3 }), weight: 5 },
    { arbitrary: fc.array(number), weight: 1 },
  );
  const candidate = fc.record(
    {
      shape: fc.oneof(fc.constantFrom(...SHAPES), fc.string()),
      position: vector,
      size: fc.oneof(fc.constant([1, 2, 3]), vector),
      rotation: fc.oneof(fc.constant([0, 90, 0]), vector),
      color: fc.oneof(fc.constantFrom("f99205", "F99205", "f9920", "#99205", "f99205\n"), fc.string()),
      material: fc.oneof(fc.constantFrom(...MATERIALS), fc.constant(null)),
      effect: fc.constantFrom("bounce", "fly", undefined),
      motion: fc.oneof(
        fc.constantFrom({ by: [1, 2, 3], seconds: 2 }, { by: [1, 2, 3] }, { by: [1, 2, 3], seconds: 0 }),
      ),
      extra: fc.constant(1),
    },
    { requiredKeys: ["shape", "position"] },
  );
  // The schema must accept what the quick test accepts; the reverse is only a matter of speed.
  forAll(3000, candidate, (value) => !isBlock(value) || blockSchema.safeParse(value).success);
  expect(
    isBlock({ ...block, rotation: [0, 90, 0], material: "ice", motion: { by: [1, 2, 3], seconds: 2 } }),
  ).toBe(true);
});

test("20,000 blocks are accepted and parsed in linear time", () => {
  const textOf = (blocks: number) => JSON.stringify({ ...world, blocks: Array(blocks).fill(block) });
  expect(parseWorld(textOf(20_000)).ok).toBe(true);
  expectLinearCpu(textOf, 20_000, parseWorld);
});

test("a star collection needs a star; other categories don't", () => {
  const bare = { ...starterWorld(), stars: [] };
  expect(categoryProblem("star collection", bare)).toContain("at least one star");
  expect(categoryProblem("star collection", starterWorld())).toBeNull();
  expect(categoryProblem("", bare)).toBeNull();
  expect(categoryProblem("free roam", bare)).toBeNull();
});

test("a level without blocks can't be played, and one without stars and a goal can't be cleared", () => {
  const { goal: _, ...endless } = starterWorld();
  expect(playableProblem({ ...starterWorld(), blocks: [] })).toContain("no blocks");
  expect(playableProblem(starterWorld())).toBeNull();
  expect(isClearable(starterWorld())).toBe(true);
  expect(isClearable({ ...endless, stars: starterWorld().stars.slice(0, 1) })).toBe(true);
  expect(isClearable({ ...endless, stars: [] })).toBe(false);
});
