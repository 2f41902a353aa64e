import { expect, test } from "vitest";
import { SEED_ITEMS } from "#db/seed/items.ts";
import { likeness, printOf } from "#domain/items/likeness.ts";
import { hasTemplate, TEXTURE } from "#domain/items/rules.ts";

test("likeness takes no item of the demo world for another's", () => {
  const prints = SEED_ITEMS.filter(({ type_id }) => hasTemplate(type_id)).map((item) => ({
    ...item,
    print: printOf({ width: TEXTURE, height: TEXTURE, data: item.texture() }, item.type_id),
  }));
  for (const one of prints) {
    expect(Object.keys(one.print).length, one.name).toBeGreaterThan(0);
    for (const other of prints)
      if (other !== one && other.type_id === one.type_id)
        expect(likeness(one.print, other.print), `${one.name}, ${other.name}`).toBe(0);
  }
});
