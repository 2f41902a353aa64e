/** Samples per side of a pixel: each picture is drawn with 2 × 2 samples per pixel, whose average is shown. */
export const SAMPLES = 2;
