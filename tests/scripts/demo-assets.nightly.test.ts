import { expect, test } from "vitest";
import { keptAssets } from "#scripts/seed/assets.ts";
import { demoAssets } from "#scripts/seed/demo.ts";

test("every kept asset of the demo world is what the renderer draws today", async () => {
  const kept = keptAssets();
  const stale = (await demoAssets({ fresh: true })).filter(
    ({ name, bytes }) => !Buffer.from(bytes).equals(kept.get(name) ?? Buffer.of()),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
