import { sql } from "drizzle-orm";
import { build, query } from "#db/build.ts";
import { type Statement, statement } from "#db/client.ts";
import { makeItem } from "#db/factories.ts";
import * as schema from "#db/schema/index.ts";
import { bornAt, SEED_ITEMS } from "#db/seed/items.ts";
import type { SeedPerson } from "#db/seed/people.ts";
import type { SeedLook, SeedWardrobe } from "#db/seed/wardrobes.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { hasTemplate, monthOf } from "#domain/items/rules.ts";
import { modelFile, textureFile } from "#worker/assets/store.ts";
import { lookName, pictureName } from "#worker/render/key.ts";
import { assetsOf, type Drawing, type File } from "./assets.ts";
import { assetId, DAY } from "./ids.ts";
import type { LookTask } from "./looks.ts";

export interface SeededItems {
  files: File[];
  statements: Statement[];
}

const uuidOf = (item: number) => assetId("item", SEED_ITEMS[item]?.name ?? "");
const itemId = (item: number | undefined) => (item === undefined ? null : item + 1);

/** Copies of a limited item that are left while it is on sale. */
const LEFT = 4;

/** Items with their files and pictures, what everyone wears, and their portraits; `sold` counts an item's sold copies. */
export async function seedItems(
  people: SeedPerson[],
  wardrobes: readonly SeedWardrobe[],
  sold: (item: number) => number,
  now: number,
  fresh: boolean,
): Promise<SeededItems> {
  const made = await assetsOf(
    SEED_ITEMS.map((_, item) => itemDrawing(item)),
    fresh,
  );
  const looks = people.flatMap((person, i) => looksOf(person, wardrobes[i] as SeedWardrobe, made));
  return {
    files: [...made, ...(await assetsOf(looks, fresh))].flat(),
    statements: [
      ...SEED_ITEMS.map((_, item) => itemRow(item, sold(item), now)),
      ...people.flatMap((person, i) => wardrobeRows(person, i, wardrobes[i] as SeedWardrobe, now)),
    ],
  };
}

const itemPicture = (item: number) => pictureName("item", [SEED_ITEMS[item]?.type_id, uuidOf(item)]);

const itemDrawing = (item: number): Drawing => ({
  task: { item },
  files: [
    { name: textureFile(uuidOf(item)), type: "png" },
    { name: itemPicture(item), type: "png" },
    ...(SEED_ITEMS[item]?.obj ? [{ name: modelFile(uuidOf(item)), type: "mesh" as const }] : []),
  ],
});

function itemRow(item: number, sold: number, now: number): Statement {
  const seed = SEED_ITEMS[item] as (typeof SEED_ITEMS)[0];
  const { type_id, name, description, owner, purchasable, price, limited, gold, featured } = seed;
  const month = monthOf(now);
  const fields = {
    type_id,
    name,
    description,
    purchasable,
    price,
    uuid: uuidOf(item),
    thumbnail: itemPicture(item),
    stock: limited && (limited === "sold out" ? sold : sold + LEFT),
    gold_month: gold && (gold === "now" ? month : monthOf(Date.parse(month) - DAY)),
    featured_at: featured ? now - (item + 1) * 60_000 : null,
    // The schedule looks at what they look like, as at all that was made elsewhere.
    printed: hasTemplate(type_id) ? (0 as const) : (1 as const),
  };
  return query(build.insert(schema.items).values(makeItem(item, owner + 1, bornAt(item, now), fields)));
}

/** What is worn, by slot: the items' uuids. */
const wornFiles = (worn: SeedLook) =>
  Object.fromEntries(
    Object.entries(worn).map(([slot, item]) => [slot, { uuid: uuidOf(item as number) }]),
  ) as Partial<Record<Slot, { uuid: string }>>;

function looksOf(
  { colors }: SeedPerson,
  { worn, outfits }: SeedWardrobe,
  made: readonly File[][],
): Drawing[] {
  const sourcesOf = (item: number) => {
    const [texture, , model] = made[item] ?? [];
    return { texture: texture?.bytes ?? new Uint8Array(), model: model?.bytes ?? null };
  };
  const filesOf = (look: SeedLook): LookTask["files"] =>
    Object.fromEntries(Object.entries(look).map(([slot, item]) => [slot, sourcesOf(item as number)]));
  const look = (of: SeedLook, kinds: LookTask["kinds"]): Drawing => ({
    task: { colors, files: filesOf(of), kinds },
    files: kinds.map((kind) => ({ name: lookName(kind, colors, wornFiles(of)), type: "png" })),
  });
  return [look(worn, ["avatar", "headshot"]), ...outfits.map((outfit) => look(outfit.worn, ["outfit"]))];
}

const slotIds = (worn: SeedLook) => Object.fromEntries(SLOTS.map((slot) => [slot, itemId(worn[slot])]));

function wardrobeRows(
  { colors }: SeedPerson,
  person: number,
  wardrobe: SeedWardrobe,
  now: number,
): Statement[] {
  const user_id = person + 1;
  const items = wornFiles(wardrobe.worn);
  return [
    statement(sql`update users set avatar = ${lookName("avatar", colors, items)},
      headshot = ${lookName("headshot", colors, items)} where id = ${user_id}`),
    query(build.insert(schema.bopis).values({ user_id, ...slotIds(wardrobe.worn), revision: 1, drawn: 1 })),
    ...wardrobe.outfits.map(({ name, worn }, i) =>
      query(
        build.insert(schema.outfits).values({
          user_id,
          name,
          ...slotIds(worn),
          colors: packColors(colors),
          thumbnail: lookName("outfit", colors, wornFiles(worn)),
          created_at: now - (i + 1) * DAY,
        }),
      ),
    ),
  ];
}
