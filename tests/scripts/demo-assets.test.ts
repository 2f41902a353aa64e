import { expect, test } from "vitest";
import { keptAssets } from "#scripts/seed/assets.ts";
import { demoAssets } from "#scripts/seed/demo.ts";

test("the kept assets are those that the demo world uses", async () => {
  const used = await demoAssets();
  expect([...keptAssets().keys()].sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});
