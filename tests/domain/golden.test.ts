import { expectGolden } from "#tests/support/golden.ts";

test("pictures are byte-identical in Node and in workerd", () => {
  expectGolden();
});
