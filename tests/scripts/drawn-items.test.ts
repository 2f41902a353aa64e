import { expect, test } from "vitest";
import { DRAWN_ITEMS, drawItemSources } from "#scripts/seed/art/drawn-items.ts";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { readItem } from "#scripts/seed/read-item.ts";

test.each(DRAWN_ITEMS)("'$name' is stored as its code draws it", (item) => {
  const { name, description, type_id } = item;
  const index = SEED_ITEMS.findIndex((one) => one.name === name);
  expect(SEED_ITEMS[index]).toMatchObject({ description, type_id });
  const [drawn, stored] = [drawItemSources(item), readItem(index)];
  expect(Buffer.compare(drawn.texture, stored.texture)).toBe(0);
  expect(Buffer.compare(drawn.model ?? Buffer.of(), stored.model ?? Buffer.of())).toBe(0);
});
