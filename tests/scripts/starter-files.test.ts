import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STARTER_ITEMS, STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS } from "#domain/starter/starter-sets.ts";
import { root } from "#scripts/run-script.mjs";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { assetId } from "#scripts/seed/ids.ts";

const STARTER = join(root, "web/public/static/starter");
const SEED = join(root, "scripts/seed/content/assets");

test("the starter files are those of the demo world's items, and no others", () => {
  const expected = STARTER_KEYS.flatMap((key) => {
    const item = SEED_ITEMS.find(({ starter }) => starter === key);
    const { name, type_id, description } = STARTER_ITEMS[key];
    expect(item, key).toMatchObject({ name, type_id, description, purchasable: "free", price: 0 });
    return ["png", "mesh"]
      .filter((type) => existsSync(join(SEED, `${assetId("item", name)}.${type}`)))
      .map((type) => {
        const file = `${key}.${type}`;
        const seed = readFileSync(join(SEED, `${assetId("item", name)}.${type}`));
        expect(readFileSync(join(STARTER, file)).equals(seed), file).toBe(true);
        return file;
      });
  });
  expect(readdirSync(STARTER).sort()).toEqual(expected.sort());
});

test("a starter set has three items for different slots", () => {
  for (const [set, keys] of Object.entries(STARTER_SETS)) {
    expect(keys, set).toHaveLength(3);
    expect(new Set(keys.map((key) => STARTER_ITEMS[key].type_id)).size, set).toBe(3);
  }
});
