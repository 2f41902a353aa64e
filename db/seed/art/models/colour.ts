/** A colour as 0xRRGGBB, sRGB. */
export type Colour = number;

/** The colours most items share. */
export const INK: Colour = 0x0f0f0f;
export const ORANGE: Colour = 0xf99205;
export const YELLOW: Colour = 0xffb800;
export const CREAM: Colour = 0xfff3dc;
export const WHITE: Colour = 0xffffff;
export const RED: Colour = 0xe8413c;
export const PINK: Colour = 0xff8fa8;
export const BLUE: Colour = 0x2f8fe0;
export const GREEN: Colour = 0x45b05c;
export const PURPLE: Colour = 0x6b45c9;
export const WOOD: Colour = 0xc98a4b;

/** `t` of the way (0 … 1, clamped) from one colour to another, channel by channel. */
export function mix(from: Colour, to: Colour, t: number): Colour {
  const share = Math.max(0, Math.min(1, t));
  const channel = (shift: number) => {
    const a = (from >> shift) & 255;
    return Math.round(a + (((to >> shift) & 255) - a) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** The colour darkened by a share of the way to a warm dark brown: shade that stays friendly. */
export function dark(colour: Colour, share: number): Colour {
  return mix(colour, 0x2a1030, share);
}

/** The colour lightened by a share of the way to a warm white. */
export function light(colour: Colour, share: number): Colour {
  return mix(colour, 0xfffaf0, share);
}
