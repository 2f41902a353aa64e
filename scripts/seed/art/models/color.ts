/** A color as 0xRRGGBB, sRGB. */
export type Color = number;

/** The colors most items share. */
export const INK_COLOR: Color = 0x0f0f0f;
export const WHITE: Color = 0xffffff;

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
