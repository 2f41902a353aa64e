import { expect, test } from "vitest";
import { readStoredAssets } from "#scripts/seed/assets.ts";
import { demoAssets } from "#scripts/seed/demo.ts";

test("stores demo assets that match the current renderer's output", async () => {
  const stored = readStoredAssets();
  const stale = (await demoAssets({ fresh: true })).filter(
    ({ name, bytes }) => !Buffer.from(bytes).equals(stored.get(name) ?? Buffer.of()),
  );
  expect(stale.map(({ name }) => name)).toEqual([]);
});
