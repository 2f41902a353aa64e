import type { Level } from "./api.ts";

/** Widths of a level's picture and of its double, in pixels. */
const WIDTHS = { picture: 1024, double: 2048 } as const;

/** An image's `src`, and its `srcset` and `sizes` if there is more than one. */
export interface ImageSource {
  src: string;
  srcSet?: string;
  sizes?: string;
}

/** How wide the picture is on a level's page. */
const SIZES = "(max-width: 860px) 100vw, 720px";

/** The picture on a level's page. Screens with two pixels per CSS pixel get its double, if there is one. */
export const levelPictureSource = ({
  picture_url,
  picture_double_url,
}: Pick<Level, "picture_url" | "picture_double_url">): ImageSource =>
  picture_double_url
    ? {
        src: picture_url,
        srcSet: `${picture_url} ${WIDTHS.picture}w, ${picture_double_url} ${WIDTHS.double}w`,
        sizes: SIZES,
      }
    : { src: picture_url };
