import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { TEXTURE_SIDE } from "#domain/items/rules.ts";
import { encodePng } from "#worker/render/png.ts";

/** Paints colored blocks, unique to `n`. `change` can alter each byte of a color. */
export function paintBlocks(
  n: number,
  change: (value: number, at: number) => number = (value) => value,
): Pixels {
  const data = new Uint8Array(TEXTURE_SIDE * TEXTURE_SIDE * 4);
  const block = 32;
  const blocks = TEXTURE_SIDE / block;
  const next = random(n);
  const colors = Array.from({ length: blocks * blocks }, () => [next(), next(), next()]);
  for (let y = 0; y < TEXTURE_SIDE; y++)
    for (let x = 0; x < TEXTURE_SIDE; x++) {
      const color = colors[Math.floor(y / block) * blocks + Math.floor(x / block)] as number[];
      const at = (y * TEXTURE_SIDE + x) * 4;
      for (let i = 0; i < 3; i++)
        data[at + i] = Math.max(0, Math.min(255, Math.round(change(color[i] as number, at + i))));
      data[at + 3] = 255;
    }
  return { width: TEXTURE_SIDE, height: TEXTURE_SIDE, data };
}

/** Returns a generator of pseudorandom numbers from 0 to 255. */
function random(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

export const toPngFile = (pixels: Pixels): File =>
  new File([encodePng(pixels) as Uint8Array<ArrayBuffer>], "painting.png", { type: "image/png" });
