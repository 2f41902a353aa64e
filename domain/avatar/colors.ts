/** A full set of colors from skin, shirt, trousers and shoes. */
export const dressed = (skin: string, shirt: string, trousers: string, shoes: string) => ({
  head: skin,
  torso: shirt,
  left_arm: shirt,
  left_hand: skin,
  right_arm: shirt,
  right_hand: skin,
  left_leg: trousers,
  right_leg: trousers,
  left_shoe: shoes,
  right_shoe: shoes,
});

/** 6 upper-case hex digits per part, without '#'. Left and right are from the bopi's point of view. */
export type BopiColors = ReturnType<typeof dressed>;
export type BopiPart = keyof BopiColors;

/** Colors of the mannequin that shows clothes in the shop. */
export const MANNEQUIN_COLORS: BopiColors = dressed("E9C9A2", "C9CED6", "8A93A3", "5D6675");

/** The 10 colored parts of a bopi, in the order of `packColors`. */
export const BOPI_PARTS = Object.keys(MANNEQUIN_COLORS) as readonly BopiPart[];

export const DEFAULT_COLORS: BopiColors = {
  ...dressed("FFB800", "FFB800", "232323", "0F0F0F"),
  head: "FFFFFF",
  torso: "9E9E9E",
};

const HEX = /^[0-9a-fA-F]{6}$/;

/** Packs the 10 colors into a string for URLs and columns. */
export const packColors = (colors: BopiColors): string =>
  BOPI_PARTS.map((part) => colors[part].toUpperCase()).join("-");

/** Unpacks the colors of a string, or returns null if it is invalid. */
export function unpackColors(packed: string): BopiColors | null {
  const words = packed.split("-");
  if (words.length !== BOPI_PARTS.length || !words.every((word) => HEX.test(word))) return null;
  return Object.fromEntries(
    BOPI_PARTS.map((part, index) => [part, words[index]?.toUpperCase()]),
  ) as BopiColors;
}
