import { type Columns, type Present, type Statement, sql, statement } from "#db/database.ts";
import { decodeLook } from "#domain/avatar/bopi-look.ts";
import { type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import type { LookToken } from "#domain/avatar/look-url.ts";
import { SLOTS, type Slot, slotsOf, slotType } from "#domain/avatar/slots.ts";
import { ITEM_TYPES } from "#domain/items/item-types.ts";
import type { StarterItem } from "#domain/starter/api.ts";
import { STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS, type StarterSet } from "#domain/starter/starter-sets.ts";
import { canEquip, EARN_DRESS_STAMP } from "../avatar/commands.ts";
import { payStamps } from "../first-night/stamps.ts";
import { presentWearable } from "../items/present.ts";
import { grantWithoutSpirit, LedgerBatch } from "../ledger/ledger-batch.ts";

type StarterRow = Columns<"items", "id" | "uuid" | "type_id" | "name" | "thumbnail"> &
  Present<Columns<"items", "starter">>;

/** The starter items that are free now. Staff can hide, price or withdraw them like any item. */
export const starterItemsQuery = statement<StarterRow>`select id, uuid, type_id, name, thumbnail, starter from items indexed by items_starter
    where starter is not null and state = 'shown' and purchasable = 'free'`;

/** In the order of their keys. */
export const presentStarterItems = (rows: readonly StarterRow[]): StarterItem[] =>
  STARTER_KEYS.flatMap((key) => rows.find(({ starter }) => starter === key) ?? []).map((row) => ({
    ...presentWearable(row),
    starter: row.starter,
  }));

/** The first look of a new account's bopi. */
interface StartLook {
  /** Null for the default colors. */
  colors: BopiColors | null;
  items: Partial<Record<Slot, number>>;
}

/** The items of a starter set that the site has, each in its first slot. */
function starterSetItems(set: StarterSet, starters: readonly StarterRow[]): StartLook["items"] {
  const keys: readonly string[] = STARTER_SETS[set];
  return Object.fromEntries(
    starters
      .filter(({ starter }) => keys.includes(starter))
      .map(({ id, type_id }) => [slotsOf(type_id)[0], id]),
  );
}

/** Returns the free part of the look or set in a sign-up's input. A look takes the place of a set. */
export function readStartLook(
  { look, starter_set }: { look?: LookToken | undefined; starter_set?: StarterSet | undefined },
  starters: readonly StarterRow[],
): StartLook {
  const chosen = look === undefined ? null : decodeLook(look);
  if (chosen) {
    const isDefault = packColors(chosen.colors) === packColors(DEFAULT_COLORS);
    return { colors: isDefault ? null : chosen.colors, items: starterLookItems(chosen.items, starters) };
  }
  return { colors: null, items: starter_set ? starterSetItems(starter_set, starters) : {} };
}

/** The items of a look that are starter items in a slot of their type, each once. */
function starterLookItems(items: Partial<Record<Slot, number | null>>, starters: readonly StarterRow[]) {
  const chosen: StartLook["items"] = {};
  for (const slot of SLOTS) {
    const found = starters.find(({ id }) => id === items[slot]);
    if (!found || ITEM_TYPES[found.type_id] !== slotType(slot)) continue;
    if (!Object.values(chosen).includes(found.id)) chosen[slot] = found.id;
  }
  return chosen;
}

/** Dresses a new account's bopi within its sign-up: copies from the ledger, and the stamp. */
export function startLookStatements(id: number, { colors, items }: StartLook, now: number): Statement[] {
  const itemIds = Object.values(items);
  if (!colors && itemIds.length === 0) return [];
  const ledger = new LedgerBatch(now);
  const gift = {
    key: `starter:${id}`,
    user: id,
    type: 9,
    source: { type: "site", id: 0 },
    coins: 0,
    xp: 0,
    items: itemIds,
  } as const;
  // An item may have been hidden since it was read.
  const slots = SLOTS.flatMap((slot) =>
    items[slot] === undefined
      ? []
      : [sql`${sql.raw(slot)} = case when ${canEquip(id, items[slot])} then ${items[slot]} end`],
  );
  return [
    ...(itemIds.length ? grantWithoutSpirit(ledger, gift, now) : []),
    ...(slots.length ? [statement`update bopis set ${sql.join(slots, sql`, `)} where user_id = ${id}`] : []),
    statement`update users set colors = ${colors ? packColors(colors) : ""}, ${EARN_DRESS_STAMP} where id = ${id}`,
    payStamps(ledger, sql`${id}`).pay,
  ];
}
