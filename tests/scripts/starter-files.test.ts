import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { STARTER_ITEMS, STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS } from "#domain/starter/starter-sets.ts";
import { root } from "#scripts/run-script.mjs";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { readItem } from "#scripts/seed/read-item.ts";

const STARTER = join(root, "web/public/static/starter");

test("the starter files are those of the demo world's items, and no others", () => {
  const expected = STARTER_KEYS.flatMap((key) => {
    const index = SEED_ITEMS.findIndex(({ starter }) => starter === key);
    const { name, type_id, description } = STARTER_ITEMS[key];
    expect(SEED_ITEMS[index], key).toMatchObject({
      name,
      type_id,
      description,
      purchasable: "free",
      price: 0,
    });
    const { texture, model } = readItem(index);
    return [["png", texture] as const, ["mesh", model] as const].flatMap(([type, seed]) => {
      if (!seed) return [];
      const file = `${key}.${type}`;
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
