import type { Pixels } from "#domain/avatar/model/pixels.ts";
import { TEXTURE } from "#domain/items/rules.ts";
import { encodePng } from "#worker/render/png.ts";

/** A painting of coloured blocks that is nobody else's, the same for the same `n`; `change` alters each byte of a colour. */
export function paint(n: number, change: (value: number, at: number) => number = (value) => value): Pixels {
  const data = new Uint8Array(TEXTURE * TEXTURE * 4);
  const block = 32;
  const blocks = TEXTURE / block;
  const next = random(n);
  const colors = Array.from({ length: blocks * blocks }, () => [next(), next(), next()]);
  for (let y = 0; y < TEXTURE; y++)
    for (let x = 0; x < TEXTURE; x++) {
      const color = colors[Math.floor(y / block) * blocks + Math.floor(x / block)] as number[];
      const at = (y * TEXTURE + x) * 4;
      for (let i = 0; i < 3; i++)
        data[at + i] = Math.max(0, Math.min(255, Math.round(change(color[i] as number, at + i))));
      data[at + 3] = 255;
    }
  return { width: TEXTURE, height: TEXTURE, data };
}

/** Numbers from 0 to 255 in an order of their own. */
function random(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

export const pngFileOf = (pixels: Pixels): File =>
  new File([encodePng(pixels) as Uint8Array<ArrayBuffer>], "painting.png", { type: "image/png" });
