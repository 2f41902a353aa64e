/** A picture in memory: RGBA bytes, row by row from the top, not premultiplied, encoded as sRGB. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}
