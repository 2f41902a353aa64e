/** Sizes of every level picture, uploaded or rendered. */
export const PICTURE_SIZES = {
  large: { width: 1024, height: 576 },
  thumbnail: { width: 512, height: 288 },
  small: { width: 256, height: 144 },
} as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

/** Quality of their JPEGs. A drawn level has about 100 KB in the large size, the most detailed one twice that. */
export const PICTURE_QUALITY = 85;
