import * as z from "zod/mini";
import { nothing, page } from "../api/answers.ts";
import { hexColor, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { wearable } from "../items/entity.ts";
import { COLOR_KEYS, type ColorKey } from "./color-keys.ts";
import { SLOTS, type Slot } from "./slots.ts";

const record = <K extends string, S extends z.ZodMiniType>(keys: readonly K[], schema: S) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>;

/** A bopi: what it wears, its colours (six hex digits), its pictures. */
export const avatar = z.object({
  user_id: z.int(),
  ...record<Slot, z.ZodMiniNullable<typeof wearable>>(SLOTS, z.nullable(wearable)),
  ...record<ColorKey, z.ZodMiniString>(COLOR_KEYS, z.string()),
  headshot_url: z.string(),
  avatar_url: z.string(),
  /** Whether the pictures show this look already. */
  rendered: z.boolean(),
});
export type Avatar = z.infer<typeof avatar>;

export const avatarRoute = route("GET", "/api/avatar/{userId}/", {
  summary: "A user's bopi: what it wears, its colours and its pictures.",
  access: "public",
  input: nothing,
  output: avatar,
});

const itemId = z.nullable(whole("Item", { min: 1, max: 999_999_999_999_999 }));

export const updateAvatarRoute = route("POST", "/api/avatar/update", {
  summary:
    "Changes what one's bopi wears and its colours; only what is sent changes, null takes an item off.",
  access: "member",
  input: z.object({
    ...record<Slot, z.ZodMiniOptional<typeof itemId>>(SLOTS, z.optional(itemId)),
    ...Object.fromEntries(COLOR_KEYS.map((key) => [key, z.optional(hexColor("Colour"))])),
  } as Record<Slot, z.ZodMiniOptional<typeof itemId>> &
    Record<ColorKey, z.ZodMiniOptional<ReturnType<typeof hexColor>>>),
  output: avatar,
});

export const avatarInventoryRoute = route("GET", "/api/avatarinv/{category}/{page}/{search?}", {
  summary: "One's own items of a kind, newest first, for the customiser.",
  access: "member",
  input: nothing,
  output: page(wearable),
  limit: "search",
});
