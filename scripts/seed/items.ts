import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { newItemRow } from "#db/new-rows.ts";
import * as schema from "#db/schema/index.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { hasTemplate, monthOf } from "#domain/items/rules.ts";
import { modelFile, textureFile } from "#worker/assets/store.ts";
import { lookName, pictureName } from "#worker/render/pictures.ts";
import { releasedAt, SEED_ITEMS } from "./content/items.ts";
import type { SeedPerson } from "./content/people.ts";
import type { SeedLook, SeedWardrobe } from "./content/wardrobes.ts";
import { insertRow } from "./economy.ts";
import { assetId, DAY_MS } from "./ids.ts";
import type { LookTask } from "./looks.ts";
import { type AssetFile, loadPictures, type PictureDrawing } from "./pictures.ts";
import { readItem } from "./read-item.ts";

const uuidOf = (item: number) => assetId("item", SEED_ITEMS[item]?.name ?? "");
const itemId = (item: number | undefined) => (item === undefined ? null : item + 1);

/** Unsold copies of a Limited that's on sale. */
const UNSOLD = 4;

/** Items with their files (textures and models) and pictures, everyone's equipped items, and their portraits. `sold` returns an item's sold copies. */
export async function seedItems(
  people: SeedPerson[],
  wardrobes: readonly SeedWardrobe[],
  sold: (item: number) => number,
  now: number,
  fresh: boolean,
) {
  const drawings = [
    ...SEED_ITEMS.map((_, item) => itemDrawing(item)),
    ...people.flatMap((person, i) => lookDrawings(person, wardrobes[i] as SeedWardrobe)),
  ];
  return {
    sources: SEED_ITEMS.flatMap((_, item) => sourceFiles(item)),
    pictures: (await loadPictures(drawings, fresh)).flat(),
    statements: [
      ...SEED_ITEMS.map((_, item) => itemRow(item, sold(item), now)),
      ...people.flatMap((person, i) => wardrobeRows(person, i, wardrobes[i] as SeedWardrobe, now)),
    ],
  };
}

const itemPicture = (item: number) => pictureName("item", [SEED_ITEMS[item]?.type_id, uuidOf(item)]);

const itemDrawing = (item: number): PictureDrawing => ({
  task: { item },
  pack: "items",
  files: [{ name: itemPicture(item), type: "png" }],
});

function sourceFiles(item: number): AssetFile[] {
  const { texture, model } = readItem(item);
  return [
    { name: textureFile(uuidOf(item)), type: "png", bytes: texture },
    ...(model ? [{ name: modelFile(uuidOf(item)), type: "mesh" as const, bytes: model }] : []),
  ];
}

function itemRow(item: number, sold: number, now: number): Statement {
  const seed = SEED_ITEMS[item] as (typeof SEED_ITEMS)[0];
  const { type_id, name, description, owner, purchasable, price, limited, gold, featured, starter } = seed;
  const month = monthOf(now);
  const fields = {
    type_id,
    name,
    description,
    purchasable,
    price,
    uuid: uuidOf(item),
    thumbnail: itemPicture(item),
    starter,
    stock: limited && (limited === "sold out" ? sold : sold + UNSOLD),
    gold_month: gold && (gold === "now" ? month : monthOf(Date.parse(month) - DAY_MS)),
    featured_at: featured ? now - (item + 1) * 60_000 : null,
    // 0 queues the item for the schedule, which computes its fingerprint.
    fingerprinted: hasTemplate(type_id) ? (0 as const) : (1 as const),
  };
  return insertRow(schema.items, newItemRow(item, owner + 1, releasedAt(item, now), fields));
}

/** The UUIDs of equipped items by slot. */
export const equippedFiles = (equipped: SeedLook) =>
  Object.fromEntries(
    Object.entries(equipped).map(([slot, item]) => [slot, { uuid: uuidOf(item as number) }]),
  ) as Partial<Record<Slot, { uuid: string }>>;

/** The files of equipped items by slot. */
export const itemSources = (look: SeedLook): LookTask["files"] =>
  Object.fromEntries(Object.entries(look).map(([slot, item]) => [slot, readItem(item)]));

function lookDrawings({ colors }: SeedPerson, { equipped, outfits }: SeedWardrobe): PictureDrawing[] {
  const look = (of: SeedLook, kinds: LookTask["kinds"]): PictureDrawing => ({
    task: { colors, files: itemSources(of), kinds },
    pack: "looks",
    files: kinds.map((kind) => ({ name: lookName(kind, colors, equippedFiles(of)), type: "png" })),
  });
  return [
    look(equipped, ["avatar", "headshot"]),
    ...outfits.map((outfit) => look(outfit.equipped, ["outfit"])),
  ];
}

const slotIds = (equipped: SeedLook) =>
  Object.fromEntries(SLOTS.map((slot) => [slot, itemId(equipped[slot])]));

function wardrobeRows({ colors }: SeedPerson, person: number, wardrobe: SeedWardrobe, now: number) {
  const user_id = person + 1;
  const items = equippedFiles(wardrobe.equipped);
  return [
    statement(sql`update users set avatar = ${lookName("avatar", colors, items)},
      headshot = ${lookName("headshot", colors, items)} where id = ${user_id}`),
    insertRow(schema.bopis, { user_id, ...slotIds(wardrobe.equipped), revision: 1, drawn: 1 }),
    ...wardrobe.outfits.map(({ name, equipped }, i) =>
      insertRow(schema.outfits, {
        ...{ user_id, name, ...slotIds(equipped), colors: packColors(colors) },
        thumbnail: lookName("outfit", colors, equippedFiles(equipped)),
        created_at: now - (i + 1) * DAY_MS,
      }),
    ),
  ];
}
