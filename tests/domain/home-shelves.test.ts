import fc from "fast-check";
import { fillShelves } from "#domain/home/shelves.ts";
import { forAll } from "#tests/support/for-all.ts";

const oneOfThem = fc.record({
  candidates: fc.array(
    fc.nat(20).map((id) => ({ id })),
    { maxLength: 30 },
  ),
  size: fc.nat(10),
});
const shelves = fc.record({ first: oneOfThem, second: oneOfThem, third: oneOfThem });

test("shelves never show a level twice, keep the order of their candidates and stay within their size", () => {
  forAll(shelves, (input) => {
    const filled = fillShelves(input);
    const all = Object.values(filled).flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const name of ["first", "second", "third"] as const) {
      expect(filled[name].length).toBeLessThanOrEqual(input[name].size);
      const places = filled[name].map((level) => input[name].candidates.indexOf(level));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });
});

test("shelves are only short if their candidates are used up", () => {
  forAll(shelves, (input) => {
    const filled = fillShelves(input);
    const shown = new Set<number>();
    for (const name of ["first", "second", "third"] as const) {
      for (const { id } of filled[name]) shown.add(id);
      const isFull = filled[name].length === input[name].size;
      expect(isFull || input[name].candidates.every(({ id }) => shown.has(id))).toBe(true);
    }
  });
});
