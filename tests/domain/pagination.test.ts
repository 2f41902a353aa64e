import fc from "fast-check";
import { LIMITS } from "#domain/limits.ts";
import { forAll } from "#tests/support/for-all.ts";
import { pageSlice, paginationLinks } from "#worker/http/pagination.ts";

test("a page read from the nearer end has the same rows as a plain slice", () => {
  forAll(
    500,
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 25 }),
    fc.nat(400),
    (page, size, total) => {
      const rows = Array.from({ length: total }, (_, i) => i);
      const { limit, offset, reverse } = pageSlice(page, size, total);
      const source = reverse ? rows.toReversed() : rows;
      const read = source.slice(offset, offset + limit);
      expect(reverse ? read.toReversed() : read).toEqual(rows.slice((page - 1) * size, page * size));
      expect(offset).toBeLessThanOrEqual(total / 2);
    },
  );
});

test("a page in the middle of a very long list is rejected, its ends are not", () => {
  const total = 1_000_000;
  expect(() => pageSlice(25_000, 20, total)).toThrow("too far");
  expect(pageSlice(total / 20, 20, total)).toEqual({ limit: 20, offset: 0, reverse: true });
  expect(pageSlice(LIMITS.pageDepth / 20, 20, total).reverse).toBe(false);
});

test("the next link keeps the query, and the last page has none", () => {
  const request = new Request("https://bopolis.test/api/levels?search=a+b&page=1&category=");
  expect(paginationLinks(request, 1, 20, 41)).toEqual({
    meta: { current_page: 1, last_page: 3, total: 41 },
    links: { next: "/api/levels?search=a+b&category=&page=2" },
  });
  expect(paginationLinks(request, 3, 20, 41).links.next).toBeNull();
  expect(paginationLinks(request, 1, 20, 0)).toEqual({
    meta: { current_page: 1, last_page: 1, total: 0 },
    links: { next: null },
  });
});
