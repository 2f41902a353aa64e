import { sql } from "drizzle-orm";
import { build, type Query, query, select } from "#db/client.ts";
import { makeItem } from "#db/factories.ts";
import * as schema from "#db/schema/index.ts";
import { SEED_ITEMS } from "#db/seed/items.ts";
import type { SeedPerson } from "#db/seed/people.ts";
import { type SeedLook, type SeedWardrobe, seedWardrobes } from "#db/seed/wardrobes.ts";
import { packColors } from "#domain/avatar/colors.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import { ASSET_TYPES, type AssetType, modelFile, textureFile } from "#worker/assets/store.ts";
import { lookName, pictureName } from "#worker/render/key.ts";
import type { Site } from "../site/site.ts";
import { assetId, DAY } from "./ids.ts";
import type { LookTask } from "./looks.ts";
import { drawAll, type ItemFiles } from "./pictures.ts";

interface File {
  name: string;
  type: AssetType;
  bytes: Uint8Array;
}

export interface SeededItems {
  files: File[];
  statements: Query[];
}

const uuidOf = (item: number) => assetId("item", item);
const itemId = (item: number | undefined) => (item === undefined ? null : item + 1);

/** Items with their files and pictures, who owns and wears what, and everybody's portrait. */
export async function seedItems(people: SeedPerson[], now: number): Promise<SeededItems> {
  const made = await drawAll(SEED_ITEMS.map((_, item) => ({ item })));
  const wardrobes = seedWardrobes(people);
  const looks = people.flatMap((person, i) => looksOf(person, wardrobes[i] as SeedWardrobe, made));
  const drawn = await drawAll(looks.map(({ task }) => task));
  return {
    files: [
      ...made.flatMap((files, item) => itemFiles(item, files)),
      ...looks.flatMap(({ names }, i) =>
        names.map((name, k) => ({ name, type: "png" as const, bytes: drawn[i]?.[k] as Uint8Array })),
      ),
    ],
    statements: [
      ...SEED_ITEMS.map((_, item) => itemRow(item, now)),
      ...people.flatMap((person, i) => wardrobeRows(person, i, wardrobes[i] as SeedWardrobe, now)),
    ],
  };
}

/** Stores files in the bucket. */
export const putFiles = (bucket: Site["bucket"], files: readonly File[]): Promise<unknown> =>
  Promise.all(
    files.map(({ name, type, bytes }) =>
      bucket.put(name, bytes, { httpMetadata: { contentType: ASSET_TYPES[type] } }),
    ),
  );

const itemPicture = (item: number) => pictureName("item", [SEED_ITEMS[item]?.type_id, uuidOf(item)]);

function itemFiles(item: number, { texture, model, picture }: ItemFiles): File[] {
  return [
    { name: textureFile(uuidOf(item)), type: "png", bytes: texture },
    ...(model ? [{ name: modelFile(uuidOf(item)), type: "mesh" as const, bytes: model }] : []),
    { name: itemPicture(item), type: "png", bytes: picture },
  ];
}

function itemRow(item: number, now: number): Query {
  const { type_id, name, description, owner, purchasable, price } = SEED_ITEMS[
    item
  ] as (typeof SEED_ITEMS)[0];
  const created = now - (SEED_ITEMS.length - item) * 3 * DAY;
  const thumbnail = itemPicture(item);
  const fields = { type_id, name, description, purchasable, price, uuid: uuidOf(item), thumbnail };
  return query(build.insert(schema.items).values(makeItem(item, owner + 1, created, fields)));
}

/** What is worn, by slot: the items' uuids. */
const wornFiles = (worn: SeedLook) =>
  Object.fromEntries(
    Object.entries(worn).map(([slot, item]) => [slot, { uuid: uuidOf(item as number) }]),
  ) as Partial<Record<Slot, { uuid: string }>>;

function looksOf(
  { colors }: SeedPerson,
  { worn, outfits }: SeedWardrobe,
  made: readonly ItemFiles[],
): { task: LookTask; names: string[] }[] {
  const filesOf = (look: SeedLook) =>
    Object.fromEntries(
      Object.entries(look).map(([slot, item]) => [slot, made[item as number]]),
    ) as LookTask["files"];
  const look = (of: SeedLook, kinds: LookTask["kinds"]) => ({
    task: { colors, files: filesOf(of), kinds },
    names: kinds.map((kind) => lookName(kind, colors, wornFiles(of))),
  });
  return [look(worn, ["avatar", "headshot"]), ...outfits.map((outfit) => look(outfit.worn, ["outfit"]))];
}

const slotIds = (worn: SeedLook) => Object.fromEntries(SLOTS.map((slot) => [slot, itemId(worn[slot])]));

function wardrobeRows({ colors }: SeedPerson, person: number, wardrobe: SeedWardrobe, now: number): Query[] {
  const user_id = person + 1;
  const items = wornFiles(wardrobe.worn);
  return [
    select(sql`update users set avatar = ${lookName("avatar", colors, items)},
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
    ...wardrobe.owned.flatMap((item, i) => copyRows(user_id, item, i, now)),
  ];
}

/** A copy with the ledger's row that paid for it; makers got theirs when they made it. */
function copyRows(userId: number, item: number, i: number, now: number): Query[] {
  const { type_id, owner, price } = SEED_ITEMS[item] as (typeof SEED_ITEMS)[0];
  const item_id = item + 1;
  const created_at = now - (SEED_ITEMS.length - item) * 3 * DAY + ((userId * 7919 + i * 104_729) % (2 * DAY));
  if (owner + 1 === userId) {
    return [query(build.insert(schema.inventory).values({ user_id: userId, item_id, type_id, created_at }))];
  }
  const key = `demo:item:${userId}:${item_id}`;
  return [
    // What was spent had been earned before.
    ...(price > 0 ? [ledger(`${key}:earned`, userId, 9, "site", 0, price, created_at)] : []),
    ledger(key, userId, 1, "item", item_id, -price, created_at),
    select(sql`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
      select ${userId}, ${item_id}, ${type_id}, (select count(*) + 1 from inventory where item_id = ${item_id} and serial is not null),
        (select id from transactions where key = ${key}), ${created_at}`),
  ];
}

function ledger(
  key: string,
  user_id: number,
  type_id: TransactionType,
  source_type: SourceType,
  source_id: number,
  coins: number,
  created_at: number,
): Query {
  const row = { key, user_id, type_id, source_type, source_id, coins, created_at };
  return query(build.insert(schema.transactions).values(row));
}
