import fc from "fast-check";
import { cleanText, text } from "#domain/api/fields.ts";
import { safeText } from "#domain/api/safe-text.ts";
import { forAll } from "#tests/support/for-all.ts";

const DIRECTIONS = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];

describe("text that others read", () => {
  test("has no characters that turn the text around it, wherever they were", () => {
    const characters = fc.oneof(
      fc.constantFrom(...DIRECTIONS),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    );
    forAll(fc.array(characters), (parts) => {
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
