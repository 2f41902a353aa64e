import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseLine, findCase, parseCase, parseRow, rowLine } from "#domain/archive/lines.ts";
import { ARCHIVE_AGE_MS, isFileDue, MAX_ARCHIVE_WAIT_MS, rowsPerFile } from "#domain/archive/rules.ts";

const text = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constant("a\nb\r\n\u2028{}"));
const row = fc.dictionary(
  text.filter((name) => name !== "__proto__"),
  fc.oneof(text, fc.maxSafeInteger(), fc.constant(null)),
);
const archivedCase = fc
  .record({
    id: fc.nat(),
    case: row,
    reports: fc.array(row, { maxLength: 3 }),
    evidence: fc.array(row, { maxLength: 3 }),
  })
  .map((one) => ({ ...one, case: { ...one.case, id: one.id } }));

describe("lines of an archive", () => {
  test("hold any row, one line each", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const lines = rows.map(rowLine).join("\n");
        expect(lines === "" ? [] : lines.split("\n").map(parseRow)).toEqual(rows);
      }),
    );
  });

  test("hold any case, which is found by its id", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(archivedCase, { selector: ({ id }) => id, maxLength: 6 }),
        fc.nat(),
        (cases, other) => {
          const lines = cases.map(caseLine);
          expect(lines.every((line) => !line.includes("\n"))).toBe(true);
          expect(lines.map(parseCase)).toEqual(cases);
          for (const one of cases) expect(findCase(lines, one.id)).toEqual(one);
          if (!cases.some(({ id }) => id === other)) expect(findCase(lines, other)).toBeNull();
        },
      ),
    );
  });

  test.each(["", "null", "[]", "5", '{"a":[]}', '{"a":true}', '{"a":1', "x"])(
    "are rejected if they hold no row: %s",
    (line) => expect(() => parseRow(line)).toThrow(SyntaxError),
  );

  test.each([
    "null",
    "{}",
    '{"id":1,"case":{"id":1},"reports":[]}',
    '{"id":1,"case":{"id":2},"reports":[],"evidence":[]}',
    '{"id":1,"case":{"id":1},"reports":[{"a":{}}],"evidence":[]}',
    '{"id":"1","case":{"id":"1"},"reports":[],"evidence":[]}',
  ])("are rejected if they hold no case: %s", (line) => expect(() => parseCase(line)).toThrow(SyntaxError));
});

describe("a file of an archive", () => {
  test("has as many rows as fit, and one at least", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1 }), fc.nat(300), (sizes, most) => {
        const count = rowsPerFile(sizes, most);
        const bytes = (n: number) => sizes.slice(0, n).reduce((sum, size) => sum + size, 0);
        expect(count).toBeGreaterThan(0);
        if (count > 1) expect(bytes(count)).toBeLessThanOrEqual(most);
        if (count < sizes.length) expect(bytes(count + 1)).toBeGreaterThan(most);
      }),
    );
    expect(rowsPerFile([], 10)).toBe(0);
  });

  test("is written when it's full or its oldest row has waited for a month", () => {
    const now = 2 * ARCHIVE_AGE_MS;
    const waited = now - ARCHIVE_AGE_MS - MAX_ARCHIVE_WAIT_MS;
    expect(isFileDue([], false, now)).toBe(false);
    expect(isFileDue([waited], false, now)).toBe(false);
    expect(isFileDue([waited - 1], false, now)).toBe(true);
    expect(isFileDue([waited], true, now)).toBe(true);
  });
});
