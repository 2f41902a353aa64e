import fc from "fast-check";
import { expect, test } from "vitest";
import { type Sequence, splitPage } from "#domain/transactions/split-page.ts";

const byValue = (a: { k: number; id: number }, b: { k: number; id: number }) => a.k - b.k || a.id - b.id;

test("a page has the rows of the merged list, whatever is in which", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ k: fc.integer({ min: 0, max: 5 }), isLive: fc.boolean() }), { maxLength: 30 }),
      fc.constantFrom<Sequence>("live first", "archived first", "mixed"),
      fc.nat(30),
      fc.integer({ min: 1, max: 10 }),
      (values, sequence, from, size) => {
        const place = (isLive: boolean) => (isLive === (sequence === "live first") ? 0 : 100);
        const rows = values
          .map(({ k, isLive }, id) => ({ k: sequence === "mixed" ? k : place(isLive) + k, id, isLive }))
          .sort(byValue);
        const offset = Math.min(from, rows.length);
        const limit = Math.min(size, rows.length - offset);
        const [live, archived] = [rows.filter(({ isLive }) => isLive), rows.filter(({ isLive }) => !isLive)];
        const lengths = { live: live.length, archived: archived.length };
        const split = splitPage({ offset, limit }, lengths, sequence);
        const take = (list: typeof rows, range: typeof split.live) =>
          list.slice(range.offset, range.offset + range.limit);
        const merged = [...take(live, split.live), ...take(archived, split.archived)].sort(byValue);
        expect(merged.slice(split.skipped, split.skipped + limit)).toEqual(
          rows.slice(offset, offset + limit),
        );
      },
    ),
  );
});

test("reads nothing of the archive for a page of live rows, and nothing live for a page of archived ones", () => {
  const lengths = { live: 60, archived: 40 };
  expect(splitPage({ offset: 25, limit: 25 }, lengths, "live first")).toEqual({
    live: { offset: 25, limit: 25 },
    archived: { offset: 0, limit: 0 },
    skipped: 0,
  });
  expect(splitPage({ offset: 75, limit: 25 }, lengths, "live first")).toEqual({
    live: { offset: 60, limit: 0 },
    archived: { offset: 15, limit: 25 },
    skipped: 0,
  });
});
