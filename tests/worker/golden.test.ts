import { test } from "vitest";
import { expectGolden } from "#tests/support/golden.ts";

test("pictures are the same to the last byte in workerd as in Node", () => {
  expectGolden();
});
