/** A color as 0xRRGGBB, sRGB. */
export type Color = number;

/** The colors most items share. */
export const INK_COLOR: Color = 0x0f0f0f;
export const ORANGE: Color = 0xf99205;
export const YELLOW: Color = 0xffb800;
export const CREAM: Color = 0xfff3dc;
export const WHITE: Color = 0xffffff;
export const RED: Color = 0xe8413c;
export const PINK: Color = 0xff8fa8;
export const BLUE: Color = 0x2f8fe0;
export const GREEN: Color = 0x45b05c;
export const PURPLE: Color = 0x6b45c9;
export const WOOD: Color = 0xc98a4b;

/** Mixes two colors channel by channel; `t` (0 … 1, clamped) is the share of the second. */
export function mixColors(from: Color, to: Color, t: number): Color {
  const share = Math.max(0, Math.min(1, t));
  const channel = (shift: number) => {
    const a = (from >> shift) & 255;
    return Math.round(a + (((to >> shift) & 255) - a) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Darkens a color by a share toward a warm dark brown. */
export function dark(color: Color, share: number): Color {
  return mixColors(color, 0x2a1030, share);
}

/** Lightens a color by a share toward a warm white. */
export function light(color: Color, share: number): Color {
  return mixColors(color, 0xfffaf0, share);
}
