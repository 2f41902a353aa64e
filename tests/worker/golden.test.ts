import { expectGolden } from "#tests/support/golden.ts";

test("pictures are identical to the last byte in workerd and in Node", () => {
  expectGolden();
});
