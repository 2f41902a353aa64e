import { visiblePages } from "#domain/api/visible-pages.ts";

const shown = (page: number, last: number) =>
  visiblePages(page, last)
    .map((one) => (one === "gap" ? "…" : one))
    .join(" ");

test("fewer than 6 pages are all shown", () => {
  expect(shown(1, 1)).toBe("1");
  expect(shown(3, 5)).toBe("1 2 3 4 5");
});

test("of more pages the first, the last and the neighbors are shown, with ellipses between", () => {
  expect(shown(1, 6)).toBe("1 2 … 6");
  expect(shown(3, 11)).toBe("1 2 3 4 … 11");
  expect(shown(4, 11)).toBe("1 … 3 4 5 … 11");
  expect(shown(6, 11)).toBe("1 … 5 6 7 … 11");
  expect(shown(11, 11)).toBe("1 … 10 11");
});
