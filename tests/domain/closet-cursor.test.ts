import fc from "fast-check";
import { type ClosetCursor, readClosetCursor, writeClosetCursor } from "#domain/avatar/api.ts";
import { forAll } from "#tests/support/for-all.ts";

const number = fc.integer({ min: 0, max: 999_999_999_999_999 });

test("a closet's cursor reads back as it was written", () => {
  const cursor: fc.Arbitrary<ClosetCursor> = fc.oneof(
    fc.record({ part: fc.constant("owned" as const), time: number, id: number, seen: number }),
    fc.record({ part: fc.constant("shop" as const), price: number, id: number }),
  );
  forAll(cursor, (one) => void expect(readClosetCursor(writeClosetCursor(one))).toEqual(one));
});

test("any other text is no cursor", () => {
  forAll(fc.string(), (text) => {
    const cursor = readClosetCursor(text);
    if (cursor) expect(text).toMatch(/^(?:owned-\d+-\d+-\d+|shop-\d+-\d+)$/);
  });
  for (const text of ["", "owned", "shop-1", "shop-1-2-3", "shop-1e3-2", "shop-1-9999999999999999"])
    expect(readClosetCursor(text)).toBeNull();
});
