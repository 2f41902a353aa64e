import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "./colors.ts";
import { type LookPicture, type LookToken, lookUrl } from "./look-url.ts";
import { HAT_SLOTS, SLOTS, type Slot } from "./slots.ts";

/** A complete look: colors and the ids of the equipped items by slot. */
export interface BopiLook {
  colors: BopiColors;
  items: Record<Slot, number | null>;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** In place of the colors, if they are the default ones. */
const DEFAULT = "d";
/** The colors have 4 characters each. An item is a dot, the index of its slot and its id in base 36. */
const TOKEN = /^(d|[A-Za-z0-9_-]{40})((?:\.[0-7][1-9a-z][0-9a-z]{0,9}){0,8})$/;
const MAX_ITEM_ID = 999_999_999_999_999;

const noItems = (): BopiLook["items"] =>
  Object.fromEntries(SLOTS.map((slot) => [slot, null])) as BopiLook["items"];

/** The look of a bopi that was never dressed. */
export const DEFAULT_LOOK: BopiLook = { colors: DEFAULT_COLORS, items: noItems() };

export const coloredLook = (colors: BopiColors): BopiLook => ({ colors, items: noItems() });

function encodeColor(hex: string): string {
  const color = Number.parseInt(hex, 16);
  return [18, 12, 6, 0].map((shift) => ALPHABET[(color >> shift) & 63]).join("");
}

function decodeColor(text: string): string {
  let color = 0;
  for (const letter of text) color = color * 64 + ALPHABET.indexOf(letter);
  return color.toString(16).padStart(6, "0").toUpperCase();
}

/** Encodes a look. Equal looks have equal tokens of at most 136 characters. */
export function encodeLook({ colors, items }: BopiLook): LookToken {
  const isDefault = packColors(colors) === packColors(DEFAULT_COLORS);
  const packed = isDefault ? DEFAULT : BOPI_PARTS.map((part) => encodeColor(colors[part])).join("");
  const equipped = SLOTS.map((slot, index) => (items[slot] ? `.${index}${items[slot].toString(36)}` : ""));
  return packed + equipped.join("");
}

/** Decodes a token, or returns null if it isn't one that `encodeLook` returns or equips a hat twice. */
export function decodeLook(token: LookToken): BopiLook | null {
  const [, packed, equipped = ""] = TOKEN.exec(token) ?? [];
  if (!packed) return null;
  const items = noItems();
  for (const entry of equipped.split(".").slice(1)) {
    const id = Number.parseInt(entry.slice(1), 36);
    if (id > MAX_ITEM_ID) return null;
    items[SLOTS[Number(entry[0])] as Slot] = id;
  }
  const colors =
    packed === DEFAULT
      ? DEFAULT_COLORS
      : (Object.fromEntries(
          BOPI_PARTS.map((part, index) => [part, decodeColor(packed.slice(index * 4, index * 4 + 4))]),
        ) as BopiColors);
  const hats = HAT_SLOTS.flatMap((slot) => items[slot] ?? []);
  if (new Set(hats).size < hats.length) return null;
  return encodeLook({ colors, items }) === token ? { colors, items } : null;
}

/** `/looks/{token}/{pose}-{size}.png`, for every look that fits. Leaves out hidden items. */
export const lookPictureUrl = (look: BopiLook, picture: LookPicture): string =>
  lookUrl(encodeLook(look), picture);
