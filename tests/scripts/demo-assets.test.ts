import { expect, test } from "vitest";
import { readStoredAssets } from "#scripts/seed/assets.ts";
import { demoAssets } from "#scripts/seed/demo.ts";

test("stores exactly the assets that the demo world uses", async () => {
  const used = await demoAssets();
  expect([...readStoredAssets().keys()].sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});
