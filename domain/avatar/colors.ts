/** The 10 colored parts of a bopi, in the order of `packColors`. */
export const BOPI_PARTS = [
  "head",
  "torso",
  "left_arm",
  "left_hand",
  "right_arm",
  "right_hand",
  "left_leg",
  "right_leg",
  "left_shoe",
  "right_shoe",
] as const;
export type BopiPart = (typeof BOPI_PARTS)[number];

/** 6 upper-case hex digits per part, without '#'. Left and right are from the bopi's point of view. */
export type BopiColors = Record<BopiPart, string>;

export const DEFAULT_COLORS: BopiColors = {
  head: "FFFFFF",
  torso: "9E9E9E",
  left_arm: "FFB800",
  left_hand: "FFB800",
  right_arm: "FFB800",
  right_hand: "FFB800",
  left_leg: "232323",
  right_leg: "232323",
  left_shoe: "0F0F0F",
  right_shoe: "0F0F0F",
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

/** Colors of the mannequin that shows clothes in the shop. */
export const MANNEQUIN_COLORS: BopiColors = {
  head: "E9C9A2",
  torso: "C9CED6",
  left_arm: "C9CED6",
  left_hand: "E9C9A2",
  right_arm: "C9CED6",
  right_hand: "E9C9A2",
  left_leg: "8A93A3",
  right_leg: "8A93A3",
  left_shoe: "5D6675",
  right_shoe: "5D6675",
};
