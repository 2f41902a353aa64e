import fc from "fast-check";
import { expect, test } from "vitest";
import { candidateRange, mergePage } from "#domain/transactions/merge-page.ts";

test("a page of merged lists is the one of the sorted list of all rows, and reads no more than it needs", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ k: fc.integer({ min: 0, max: 5 }), isOther: fc.boolean() }), { maxLength: 40 }),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.nat(40),
      fc.integer({ min: 1, max: 10 }),
      (values, direction, offset, limit) => {
        const sign = direction === "asc" ? 1 : -1;
        const rows = values
          .map((value, id) => ({ ...value, id }))
          .sort((a, b) => sign * (a.k - b.k || a.id - b.id));
        const others = rows.filter(({ isOther }) => isOther);
        const range = candidateRange({ offset, limit }, others.length);
        const candidates = rows
          .filter(({ isOther }) => !isOther)
          .slice(range.offset, range.offset + range.limit);
        expect(mergePage({ offset, limit }, candidates, [...others].reverse(), direction)).toEqual(
          rows.slice(offset, offset + limit),
        );
        expect(range.limit).toBeLessThanOrEqual(limit + others.length);
      },
    ),
  );
});

test("without further rows, a page reads exactly its own", () => {
  expect(candidateRange({ offset: 50, limit: 25 }, 0)).toEqual({ offset: 50, limit: 25 });
});
