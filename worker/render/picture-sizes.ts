/** Sizes of every level picture, uploaded or rendered. */
export const PICTURE_SIZES = {
  /** A level's page waits for it on slow phones, too. They show it smaller, which hides a lower quality. */
  large: { width: 1024, height: 576, maxBytes: 56 * 1024 },
  /** Lists show many of them. */
  thumbnail: { width: 512, height: 288, maxBytes: 25 * 1024 },
  small: { width: 256, height: 144 },
} as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

/** Quality of their JPEGs, at most. Measured sizes are in docs/rendering.md. */
export const PICTURE_QUALITY = 85;
