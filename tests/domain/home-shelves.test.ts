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

test("shelves never show a level twice, keep their order and size, and are only short without more candidates", () => {
  forAll(shelves, (input) => {
    const filled = fillShelves(input);
    const shown = new Set<number>();
    for (const name of ["first", "second", "third"] as const) {
      const { candidates, size } = input[name];
      for (const { id } of filled[name]) {
        expect(shown).not.toContain(id);
        shown.add(id);
      }
      expect(filled[name].length).toBeLessThanOrEqual(size);
      const places = filled[name].map((level) => candidates.indexOf(level));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(filled[name].length === size || candidates.every(({ id }) => shown.has(id))).toBe(true);
    }
  });
});
