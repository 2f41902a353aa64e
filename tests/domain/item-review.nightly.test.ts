import { fingerprintOf, similarity } from "#domain/items/fingerprint.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { readItem } from "#scripts/seed/read-item.ts";
import { decodePng } from "#worker/render/png.ts";

test("no item of the demo world resembles another", () => {
  const items = SEED_ITEMS.flatMap((item, i) =>
    hasTemplate(item.type_id)
      ? { ...item, fingerprint: fingerprintOf(decodePng(readItem(i).texture), item.type_id) }
      : [],
  );
  for (const one of items) {
    expect(Object.keys(one.fingerprint).length, one.name).toBeGreaterThan(0);
    for (const other of items)
      if (other !== one && other.type_id === one.type_id)
        expect(similarity(one.fingerprint, other.fingerprint), `${one.name}, ${other.name}`).toBe(0);
  }
});
