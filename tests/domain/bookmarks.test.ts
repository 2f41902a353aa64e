import fc from "fast-check";
import {
  type Bookmarks,
  formatBookmarks,
  isAtLeast,
  mergeBookmarks,
  parseBookmarks,
} from "#domain/api/bookmarks.ts";
import { DATABASE_NAMES } from "#domain/database-names.ts";
import { forAll } from "#tests/support/for-all.ts";

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
/** As D1 makes them. */
const bookmark = fc.tuple(hex(8), hex(8), hex(8), hex(32)).map((parts) => parts.join("-"));
const bookmarks = fc.record(Object.fromEntries(DATABASE_NAMES.map((name) => [name, bookmark])), {
  requiredKeys: [],
}) as fc.Arbitrary<Bookmarks>;

describe("bookmarks", () => {
  test("survive their text, which a cookie can contain", () => {
    forAll(bookmarks, (some) => {
      const text = formatBookmarks(some);
      expect(text).toMatch(/^[\w:.-]*$/);
      expect(parseBookmarks(text)).toEqual(some);
    });
  });

  test("merge to the newest of each database, in any order and however often", () => {
    forAll(bookmarks, bookmarks, bookmarks, (a, b, c) => {
      const merged = mergeBookmarks(mergeBookmarks(a, b), c);
      expect(mergeBookmarks(c, mergeBookmarks(b, a))).toEqual(merged);
      expect(mergeBookmarks(merged, b)).toEqual(merged);
      for (const one of [a, b, c]) expect(isAtLeast(merged, one)).toBe(true);
    });
  });

  test("never throw for a text from elsewhere, and take over only what looks like one", () => {
    forAll(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `main:${text}`),
      ),
      (text) => {
        const read = parseBookmarks(text);
        expect(parseBookmarks(formatBookmarks(read))).toEqual(read);
      },
    );
    for (const text of [
      "",
      "main",
      "main:",
      "main:zz",
      "main:1;x",
      `main:${"a".repeat(101)}`,
      "other:00",
      null,
    ])
      expect(parseBookmarks(text), String(text)).toEqual({});
  });

  test("of a database that wasn't read don't matter", () => {
    expect(isAtLeast({}, { main: "9" })).toBe(true);
    expect(isAtLeast({ main: "1" }, {})).toBe(true);
    expect(isAtLeast({ main: "1" }, { main: "2" })).toBe(false);
  });
});
