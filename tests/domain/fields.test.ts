import fc from "fast-check";
import type * as z from "zod/mini";
import {
  cleanText,
  flag,
  oneOf,
  pageNumber,
  searchQuery,
  text,
  textProblem,
  uploadedFile,
  wholeNumber,
} from "#domain/api/fields.ts";
import { safeText } from "#domain/api/safe-text.ts";
import { countCharacters, firstWords } from "#domain/limits.ts";
import { forAll } from "#tests/support/for-all.ts";

const FAMILY = "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}\u200d\u{1F466}";

/** The parsed output of a field, or its error messages. */
function read(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
}

describe("a text", () => {
  const title = text("Title", { min: 2, max: 5 });
  const story = text("Story", { max: 5, multiline: true });

  test.each([
    ["  abc\t", "abc"],
    ["abcde", "abcde"],
    [FAMILY.repeat(5), FAMILY.repeat(5)],
    ["e\u0301".repeat(5), "e\u0301".repeat(5)],
    ["\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}"],
    ["<b>&", "<b>&"],
  ])("%j is accepted and trimmed", (typed, accepted) => expect(read(title, typed)).toBe(accepted));

  test.each([
    [undefined, "Title is required."],
    ["", "Title is required."],
    [" \n ", "Title is required."],
    ["a", "Title must be at least 2 characters."],
    [FAMILY, "Title must be at least 2 characters."],
    ["abcdef", "Title must be at most 5 characters."],
    [FAMILY.repeat(6), "Title must be at most 5 characters."],
    [`ab${"\u200d".repeat(70)}`, "Title must be at most 5 characters."],
    ["x".repeat(1_000_000), "Title must be at most 5 characters."],
    ["a\nb", "Title must be a single line."],
    ["a\tb", "Title must be a single line."],
    ["a\u0000b", "Title has a character that can't be shown. Remove it."],
    ["a\u0085b", "Title has a character that can't be shown. Remove it."],
    ["a\ud800b", "Title has a broken character. Type it again."],
    ["a\ufffdb", "Title has a broken character. Type it again."],
    [null, "Title must be text."],
    [5, "Title must be text."],
    [["a", "b"], "Title must be text."],
  ])("%j is rejected with one sentence", (typed, message) => expect(read(title, typed)).toEqual([message]));

  test("with several lines has line feeds between them, whatever was typed", () => {
    expect(read(story, "a\r\nb\rc")).toBe("a\nb\nc");
    expect(read(story, "a\tb")).toBe("a\tb");
  });

  test.each(["\u200b", "\u200b \u2060\u200d", "\u3164", "\u00ad\ufe0f", "\u2800"])(
    "that shows nothing (%j) is empty",
    (typed) => expect(read(story, typed)).toEqual(["Story is required."]),
  );

  test("that is accepted is well-formed, trimmed and within its limits, and otherwise unchanged", () => {
    const typed = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom("a", " ", "\n", "\r", "\u0301", "\ud83d", "\ude00", "\u200d", "\u0007"),
        maxLength: 12,
      }),
    );
    forAll(500, typed, (value) => {
      const result = read(story, value);
      if (Array.isArray(result)) {
        expect(result).toHaveLength(1);
        return;
      }
      expect(result).toBe(value.replace(/\r\n?/g, "\n").trim());
      expect((result as string).isWellFormed()).toBe(true);
      expect(countCharacters(result as string)).toBeGreaterThanOrEqual(1);
      expect(countCharacters(result as string)).toBeLessThanOrEqual(5);
      expect(textProblem("Story", result as string, { max: 5, multiline: true })).toBeNull();
    });
  });
});

describe("a whole number", () => {
  const count = wholeNumber("Count", { min: -5, max: 10 });
  const REJECTED = ["Count must be a whole number from -5 to 10."];

  test.each([
    [7, 7],
    ["7", 7],
    [" 7 ", 7],
    ["007", 7],
    ["-5", -5],
    [10, 10],
  ])("accepts %j", (given, value) => expect(read(count, given)).toBe(value));

  test.each([
    ...[11, -6, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 5n, null, undefined, true],
    ...[[5], { valueOf: 5 }, "", " ", "9".repeat(16), ..."11 1.5 1e1 0x5 +5 five".split(" ")],
  ])("rejects %s", (given) => expect([...new Set(read(count, given) as string[])]).toEqual(REJECTED));

  test("accepts nothing else", () => {
    forAll(fc.anything(), (given) => {
      const result = read(count, given);
      if (Array.isArray(result)) expect([...new Set(result)]).toEqual(REJECTED);
      else
        expect(Number.isInteger(result) && (result as number) >= -5 && (result as number) <= 10).toBe(true);
    });
  });
});

describe("a flag", () => {
  const open = flag("Open");
  test.each([true, 1, "1", "true", "on"])("is true for %j", (given) => expect(read(open, given)).toBe(true));
  test.each([false, 0, "0", "false", "off", ""])("is false for %j", (given) =>
    expect(read(open, given)).toBe(false),
  );
  test.each([2, "yes", "TRUE", null, undefined, [], {}])("rejects %j", (given) => {
    expect(read(open, given)).toEqual(["Open must be yes or no."]);
  });
});

test("a choice lists its options when it rejects a value", () => {
  const sort = oneOf("Sort", ["", "new", "old"]);
  expect(read(sort, "old")).toBe("old");
  for (const given of ["NEW", "toString", 0, null, ["new"]])
    expect(read(sort, given)).toEqual(["Sort must be one of: (empty), new, old."]);
});

test("an upload is a file and nothing else", () => {
  const file = new File(["x"], "x.png");
  expect(read(uploadedFile("Picture"), file)).toBe(file);
  for (const given of ["x", new Blob(["x"]), {}, null])
    expect(read(uploadedFile("Picture"), given)).toEqual(["Picture must be a file."]);
});

test("a page number defaults to 1", () => {
  expect(read(pageNumber, undefined)).toBe(1);
  expect(read(pageNumber, "12")).toBe(12);
  expect(read(pageNumber, "0")).toEqual(["Page must be a whole number from 1 to 1000000."]);
});

test("a search takes any text, makes it well-formed and truncates it", () => {
  expect(read(searchQuery, undefined)).toBe("");
  expect(read(searchQuery, "  sky \ud800 castle ")).toBe("sky \ufffd castle");
  expect(read(searchQuery, "x".repeat(1_000_000))).toHaveLength(400);
  expect(read(searchQuery, 5)).toEqual(["Search must be text."]);
});

test.each([
  ["", 0],
  ["abc", 3],
  [FAMILY, 1],
  ["\r\n", 1],
  ["\u{1F1E9}\u{1F1EA}", 1],
  ["नि", 1],
  ["각", 1],
])("the characters of %j count as %i", (value, count) => expect(countCharacters(value)).toBe(count));

test.each([
  ["short enough", "short enough"],
  ["  two\nlines  ", "two lines"],
  ["exactly twenty chars", "exactly twenty chars"],
  ["cut after a whole word", "cut after a whole…"],
  ["a neighbourhood of trees", "a neighbourhood of…"],
  ["a".repeat(30), `${"a".repeat(19)}…`],
  [FAMILY.repeat(30), `${FAMILY.repeat(19)}…`],
])("the first words of %j in 20 characters are %j", (value, words) => {
  expect(firstWords(value, 20)).toBe(words);
});

const DIRECTIONS = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];

describe("text that others read", () => {
  test("has no characters that turn the text around it, wherever they were", () => {
    const piece = fc.oneof(fc.constantFrom(...DIRECTIONS), fc.string({ unit: "grapheme", maxLength: 3 }));
    forAll(fc.array(piece), (parts) => {
      const safe = safeText(parts.join(""));
      expect(DIRECTIONS.some((character) => safe.includes(character))).toBe(false);
      expect(safeText(safe)).toBe(safe);
    });
  });

  test("has at most four marks on a letter, also with joiners between them", () => {
    const mark = fc.constantFrom("\u0301", "\u0338", "\u0489", "\u20dd", "\u0e49");
    const between = fc.constantFrom("", "\u200d", "\u200c", "\u034f", "\ufe0f", "\u2060");
    forAll(fc.array(fc.tuple(mark, between), { maxLength: 60 }), (pile) => {
      const safe = safeText(`a${pile.flat().join("")}b`);
      expect(safe.match(/\p{M}/gu)?.filter((one) => one !== "\u034f" && one !== "\ufe0f").length ?? 0).toBe(
        Math.min(4, pile.length),
      );
      expect([safe[0], safe.at(-1)]).toEqual(["a", "b"]);
    });
  });

  test.each([
    ["Hebrew", "המגדל הארוך ביותר שנבנה אי פעם"],
    ["pointed Hebrew", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים"],
    ["Arabic", "السَّلَامُ عَلَيْكُمْ"],
    ["Hebrew with marks of its direction", "שלום\u200f!\u200e"],
    ["Thai", "กู้ภัยน้ำท่วม ที่นี่"],
    ["Vietnamese, decomposed", "Tiếng Việt".normalize("NFD")],
    ["Hindi", "हिन्दी क्षेत्रीय"],
    ["Burmese", "မြန်မာဘာသာ ကျွန်ုပ်"],
    ["Tibetan", "བསྒྲུབས་པ"],
    ["emoji", "👨‍👩‍👧‍👦 🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 ❤️‍🔥"],
  ])("stays as it is in %s", (_, written) => expect(safeText(written)).toBe(written));

  test.each([false, true])("is cleaned in every field (several lines: %s)", (multiline) => {
    const field = text("Title", { max: 40, multiline });
    expect(field.parse(" Level \u202egnp.exe\u2066 ")).toBe("Level gnp.exe");
    expect(field.parse(`Z${"\u0337".repeat(30)}algo`)).toBe(`Z${"\u0337".repeat(4)}algo`);
    expect(field.safeParse("\u202e\u2069").success).toBe(false);
    expect(cleanText("a\r\nb\u202e ")).toBe("a\nb");
  });
});
