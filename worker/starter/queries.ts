import { type Columns, type Present, statement } from "#db/database.ts";
import type { StarterItem } from "#domain/starter/api.ts";
import { STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { presentWearable } from "../items/present.ts";

export type StarterRow = Columns<"items", "id" | "uuid" | "type_id" | "name" | "thumbnail"> &
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
