import { decodeLook, encodeLook } from "#domain/avatar/bopi-look.ts";
import type { LookToken } from "#domain/avatar/look-url.ts";
import { slotsOf } from "#domain/avatar/slots.ts";
import { withoutOtherItems } from "#domain/home/hero-look.ts";
import type { StarterItem } from "#domain/starter/api.ts";

/** The parts that a swatch colors: the skin. */
const SKIN = ["head", "left_hand", "right_hand", "left_arm", "right_arm"] as const;

/** The look of a token, without items that the site no longer gives away. */
function lookOf(token: LookToken, starters: readonly StarterItem[]) {
  const look = decodeLook(token) ?? decodeLook("d");
  if (!look) throw new Error("The default look has a token.");
  return withoutOtherItems(look, starters);
}

export function toggleItem(
  token: LookToken,
  starters: readonly StarterItem[],
  { id, type }: StarterItem,
): LookToken {
  const look = lookOf(token, starters);
  const [slot] = slotsOf(type.id);
  if (!slot) return token;
  return encodeLook({ ...look, items: { ...look.items, [slot]: look.items[slot] === id ? null : id } });
}

export function paintSkin(token: LookToken, starters: readonly StarterItem[], color: string): LookToken {
  const look = lookOf(token, starters);
  const skin = Object.fromEntries(SKIN.map((part) => [part, color]));
  return encodeLook({ ...look, colors: { ...look.colors, ...skin } });
}

/** The color of the skin, 6 hex digits. */
export const skinOf = (token: LookToken): string => decodeLook(token)?.colors.head ?? "";
