import * as z from "zod/mini";
import { hexColor, searchQuery, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage } from "../api/response.ts";
import { route } from "../api/route.ts";
import { itemTypeByName } from "../items/item-types.ts";
import { wearableItem } from "../items/wearable-item.ts";
import { COLOR_KEYS, type ColorKey } from "./color-keys.ts";
import { SLOTS, type Slot } from "./slots.ts";

/** Where a page of the closet begins: after a copy, or after an item of the shop by price. `seen` counts the copies before. */
export type ClosetCursor =
  | { part: "owned"; time: number; id: number; seen: number }
  | { part: "shop"; price: number; id: number };

const NUMBER = /^\d{1,15}$/;

/** The text of a cursor in URLs. */
export const writeClosetCursor = (cursor: ClosetCursor): string =>
  cursor.part === "owned"
    ? `owned-${cursor.time}-${cursor.id}-${cursor.seen}`
    : `shop-${cursor.price}-${cursor.id}`;

/** Parses a cursor's text. Returns null if it isn't one. */
export function readClosetCursor(text: string): ClosetCursor | null {
  const [part, ...digits] = text.split("-");
  if (!digits.every((value) => NUMBER.test(value))) return null;
  const [first = 0, second = 0, third = 0] = digits.map(Number);
  if (part === "owned" && digits.length === 3) return { part, time: first, id: second, seen: third };
  if (part === "shop" && digits.length === 2) return { part, price: first, id: second };
  return null;
}

/** Before the shop's first item. Ids descend within a price, so none is before the highest. */
export const SHOP_START = { part: "shop", price: 0, id: 999_999_999_999_999 } as const;

const record = <K extends string, S extends z.ZodMiniType>(keys: readonly K[], schema: S) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>;

/** A bopi: its equipped items, its colors (6 hex digits) and its pictures. */
export const avatar = z.object({
  user_id: z.int(),
  ...record<Slot, z.ZodMiniNullable<typeof wearableItem>>(SLOTS, z.nullable(wearableItem)),
  ...record<ColorKey, z.ZodMiniString>(COLOR_KEYS, z.string()),
  headshot_url: z.string(),
  avatar_url: z.string(),
  /** Whether the pictures already show this state. */
  rendered: z.boolean(),
});
export type Avatar = z.infer<typeof avatar>;

export const avatarRoute = route("GET", "/api/avatar/{userId}/", {
  summary: "A user's bopi: its equipped items, its colors and its pictures.",
  access: "public",
  output: avatar,
});

const itemId = z.nullable(wholeNumber("Item", { min: 1, max: 999_999_999_999_999 }));

export const updateAvatarRoute = route("POST", "/api/avatar/update", {
  summary: "Changes your bopi's items and colors. Omitted fields keep their values; null takes an item off.",
  access: "member",
  input: z.object({
    ...record<Slot, z.ZodMiniOptional<typeof itemId>>(SLOTS, z.optional(itemId)),
    ...Object.fromEntries(COLOR_KEYS.map((key) => [key, z.optional(hexColor("Color"))])),
  } as Record<Slot, z.ZodMiniOptional<typeof itemId>> &
    Record<ColorKey, z.ZodMiniOptional<ReturnType<typeof hexColor>>>),
  output: avatar,
});

export const avatarInventoryRoute = route("GET", "/api/avatarinv/{category}/{page}/{search?}", {
  summary: "Your items of a type, newest first, for the customizer.",
  access: "member",
  output: listPage(wearableItem),
  rateLimit: "search",
});

export const closetItem = z.extend(wearableItem, {
  /** Its price, 0 if it's free; null if the user owns it. */
  price: z.nullable(z.int()),
});
export type ClosetItem = z.infer<typeof closetItem>;

const closetCursor = z.pipe(
  z.pipe(
    z.string({ error: "After must be text." }),
    z.transform((value: string) => (value === "" ? null : (readClosetCursor(value) ?? false))),
  ),
  z.nullable(
    z.custom<NonNullable<ReturnType<typeof readClosetCursor>>>((value) => typeof value === "object", {
      error: "After must be the `next` of another page.",
    }),
  ),
);

export const closetRoute = route("GET", "/api/closet/{category}", {
  summary:
    "Items of a type to try on: your own, newest first, then those on sale, free ones first and then by price. A search returns one page.",
  access: "member",
  input: z.object({ after: z._default(closetCursor, null), search: searchQuery }),
  output: z.object({
    data: z.array(closetItem),
    /** The `after` of the next page; null on the last one. */
    next: z.nullable(z.string()),
  }),
  rateLimit: "search",
});

export const avatarPage = page("/avatar", {
  access: "member",
  module: "avatar/avatar",
  title: "Your bopi",
  description: "Hats, faces, clothes, toys and colors for your bopi.",
  preload: (_, query, viewerId) => {
    if (viewerId === null) return [];
    const avatar = preload(avatarRoute, { userId: viewerId });
    const category = query.get("tab") ?? "hat";
    if (!itemTypeByName(category)) return [avatar];
    return [avatar, preload(closetRoute, { category }, { search: query.get("search") ?? "" })];
  },
});
