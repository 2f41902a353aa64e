import { sql } from "drizzle-orm";
import { build, toStatement } from "#db/build.ts";
import { type Statement, statement } from "#db/database.ts";
import { newItemRow } from "#db/new-rows.ts";
import * as schema from "#db/schema/index.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { hasTemplate, monthOf } from "#domain/items/rules.ts";
import { modelFile, textureFile } from "#worker/assets/store.ts";
import { lookName, pictureName } from "#worker/render/picture-name.ts";
import { type AssetDrawing, type AssetFile, loadAssets } from "./assets.ts";
import { releasedAt, SEED_ITEMS } from "./content/items.ts";
import type { SeedPerson } from "./content/people.ts";
import type { SeedLook, SeedWardrobe } from "./content/wardrobes.ts";
import { assetId, DAY_MS } from "./ids.ts";
import type { LookTask } from "./looks.ts";

export interface SeededItems {
  /** The files of each item. */
  made: AssetFile[][];
  files: AssetFile[];
  statements: Statement[];
}

const uuidOf = (item: number) => assetId("item", SEED_ITEMS[item]?.name ?? "");
const itemId = (item: number | undefined) => (item === undefined ? null : item + 1);

/** Unsold copies of a Limited that's on sale. */
const UNSOLD = 4;

/** Items with their files and pictures, everyone's equipped items, and their portraits. `sold` returns an item's sold copies. */
export async function seedItems(
  people: SeedPerson[],
  wardrobes: readonly SeedWardrobe[],
  sold: (item: number) => number,
  now: number,
  fresh: boolean,
): Promise<SeededItems> {
  const made = await loadAssets(
    SEED_ITEMS.map((_, item) => itemDrawing(item)),
    fresh,
  );
  const looks = people.flatMap((person, i) => lookDrawings(person, wardrobes[i] as SeedWardrobe, made));
  return {
    made,
    files: [...made, ...(await loadAssets(looks, fresh))].flat(),
    statements: [
      ...SEED_ITEMS.map((_, item) => itemRow(item, sold(item), now)),
      ...people.flatMap((person, i) => wardrobeRows(person, i, wardrobes[i] as SeedWardrobe, now)),
    ],
  };
}

const itemPicture = (item: number) => pictureName("item", [SEED_ITEMS[item]?.type_id, uuidOf(item)]);

const itemDrawing = (item: number): AssetDrawing => ({
  task: { item },
  files: [
    { name: textureFile(uuidOf(item)), type: "png" },
    { name: itemPicture(item), type: "png" },
    ...(SEED_ITEMS[item]?.obj ? [{ name: modelFile(uuidOf(item)), type: "mesh" as const }] : []),
  ],
});

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
    printed: hasTemplate(type_id) ? (0 as const) : (1 as const),
  };
  return toStatement(
    build.insert(schema.items).values(newItemRow(item, owner + 1, releasedAt(item, now), fields)),
  );
}

/** The UUIDs of equipped items by slot. */
export const equippedFiles = (equipped: SeedLook) =>
  Object.fromEntries(
    Object.entries(equipped).map(([slot, item]) => [slot, { uuid: uuidOf(item as number) }]),
  ) as Partial<Record<Slot, { uuid: string }>>;

/** The files of equipped items by slot. */
export function itemSources(look: SeedLook, made: readonly AssetFile[][]): LookTask["files"] {
  const sourcesOf = (item: number) => {
    const [texture, , model] = made[item] ?? [];
    return { texture: texture?.bytes ?? new Uint8Array(), model: model?.bytes ?? null };
  };
  return Object.fromEntries(Object.entries(look).map(([slot, item]) => [slot, sourcesOf(item as number)]));
}

function lookDrawings(
  { colors }: SeedPerson,
  { equipped, outfits }: SeedWardrobe,
  made: readonly AssetFile[][],
): AssetDrawing[] {
  const look = (of: SeedLook, kinds: LookTask["kinds"]): AssetDrawing => ({
    task: { colors, files: itemSources(of, made), kinds },
    files: kinds.map((kind) => ({ name: lookName(kind, colors, equippedFiles(of)), type: "png" })),
  });
  return [
    look(equipped, ["avatar", "headshot"]),
    ...outfits.map((outfit) => look(outfit.equipped, ["outfit"])),
  ];
}

const slotIds = (equipped: SeedLook) =>
  Object.fromEntries(SLOTS.map((slot) => [slot, itemId(equipped[slot])]));

function wardrobeRows(
  { colors }: SeedPerson,
  person: number,
  wardrobe: SeedWardrobe,
  now: number,
): Statement[] {
  const user_id = person + 1;
  const items = equippedFiles(wardrobe.equipped);
  return [
    statement(sql`update users set avatar = ${lookName("avatar", colors, items)},
      headshot = ${lookName("headshot", colors, items)} where id = ${user_id}`),
    toStatement(
      build.insert(schema.bopis).values({ user_id, ...slotIds(wardrobe.equipped), revision: 1, drawn: 1 }),
    ),
    ...wardrobe.outfits.map(({ name, equipped }, i) =>
      toStatement(
        build.insert(schema.outfits).values({
          user_id,
          name,
          ...slotIds(equipped),
          colors: packColors(colors),
          thumbnail: lookName("outfit", colors, equippedFiles(equipped)),
          created_at: now - (i + 1) * DAY_MS,
        }),
      ),
    ),
  ];
}
