/** Cells per side of a signature. */
const SIDE = 8;
/** Values per channel, written as a hexadecimal digit. */
const STEPS = 16;

/** Number of characters of a signature: three per cell. */
export const SIGNATURE_LENGTH = SIDE * SIDE * 3;

/** A fingerprint of an opaque RGBA picture: the mean colors of 8 × 8 cells, a digit per channel. */
export function pictureSignature(
  data: Uint8ClampedArray | Uint8Array,
  width: number,
  height: number,
): string {
  let signature = "";
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let y = Math.floor((row * height) / SIDE); y < Math.floor(((row + 1) * height) / SIDE); y++) {
        for (
          let x = Math.floor((column * width) / SIDE);
          x < Math.floor(((column + 1) * width) / SIDE);
          x++
        ) {
          const at = (y * width + x) * 4;
          for (let i = 0; i < 3; i++) sum[i] = (sum[i] ?? 0) + (data[at + i] as number);
          count++;
        }
      }
      for (const value of sum)
        signature += Math.min(STEPS - 1, Math.floor(value / count / (256 / STEPS))).toString(STEPS);
    }
  }
  return signature;
}

/** How different two pictures look by their signatures, from 0 to 1. A broken signature is like none. */
export function signatureDistance(a: string, b: string): number {
  if (a.length !== SIGNATURE_LENGTH || b.length !== SIGNATURE_LENGTH) return 1;
  let sum = 0;
  for (let i = 0; i < SIGNATURE_LENGTH; i++) {
    const difference = Number.parseInt(a[i] as string, STEPS) - Number.parseInt(b[i] as string, STEPS);
    if (Number.isNaN(difference)) return 1;
    sum += Math.abs(difference);
  }
  return sum / (SIGNATURE_LENGTH * (STEPS - 1));
}
