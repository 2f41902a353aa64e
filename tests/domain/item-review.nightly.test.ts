import { expect, test } from "vitest";
import { fingerprintOf, similarity } from "#domain/items/fingerprint.ts";
import { hasTemplate, TEXTURE_SIDE } from "#domain/items/rules.ts";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";

test("no item of the demo world resembles another", () => {
  const items = SEED_ITEMS.filter(({ type_id }) => hasTemplate(type_id)).map((item) => ({
    ...item,
    fingerprint: fingerprintOf(
      { width: TEXTURE_SIDE, height: TEXTURE_SIDE, data: item.texture() },
      item.type_id,
    ),
  }));
  for (const one of items) {
    expect(Object.keys(one.fingerprint).length, one.name).toBeGreaterThan(0);
    for (const other of items)
      if (other !== one && other.type_id === one.type_id)
        expect(similarity(one.fingerprint, other.fingerprint), `${one.name}, ${other.name}`).toBe(0);
  }
});
