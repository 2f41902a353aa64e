import type { Mesh } from "./mesh.ts";
import { remap } from "./mesh.ts";
import type { Paint } from "./paint.ts";

/** Width and height of a texture in pixels. */
const TEXTURE = 512;
/** Pixels of a patch's own colour around it, so that filtering never reaches a neighbour. */
const PADDING = 4;
/** Samples per pixel and axis: smooth edges. */
const SAMPLES = 3;
/** Pixels one unit of a patch's size may get; the largest that fits is taken. */
const UNITS = [256, 224, 192, 160, 144, 128, 112, 96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16];

/** Where a patch lies on the texture, in pixels from the top left, padding included. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Layout = ReadonlyMap<Paint, Place>;

/** Finds each patch its place on the texture, as big as all of them together allow. */
export function layOut(paints: readonly Paint[]): Layout {
  const sorted = [...new Set(paints)].sort((a, b) => b.height - a.height || b.width - a.width);
  for (const unit of UNITS) {
    const layout = shelves(sorted, unit);
    if (layout) return layout;
  }
  throw new Error("too many patches for one texture");
}

/** The patches side by side on shelves as high as their first patch; nothing when they need too much room. */
function shelves(paints: readonly Paint[], unit: number): Layout | undefined {
  const layout = new Map<Paint, Place>();
  let [x, y, shelf] = [0, 0, 0];
  for (const patch of paints) {
    const [width, height] = [patch.width * unit, patch.height * unit];
    if (x + width > TEXTURE) [x, y, shelf] = [0, y + shelf, 0];
    shelf = Math.max(shelf, height);
    if (width > TEXTURE || y + height > TEXTURE) return undefined;
    layout.set(patch, { x, y, width, height });
    x += width;
  }
  return layout;
}

/** The mesh with its places on a patch turned into places on the whole texture, v up. */
export function onTexture(mesh: Mesh, patch: Paint, layout: Layout): Mesh {
  const place = layout.get(patch);
  if (!place) throw new Error("a patch without a place");
  return remap(mesh, (_, [u, v]) => [
    (place.x + PADDING + clamp(u) * (place.width - 2 * PADDING)) / TEXTURE,
    1 - (place.y + PADDING + (1 - clamp(v)) * (place.height - 2 * PADDING)) / TEXTURE,
  ]);
}

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/** The painted texture: TEXTURE × TEXTURE RGBA, opaque, row by row from the top. */
export function paintAll(layout: Layout): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(TEXTURE * TEXTURE * 4).fill(255);
  for (const [patch, place] of layout) {
    for (let y = 0; y < place.height; y++) {
      for (let x = 0; x < place.width; x++) {
        pixels.set(sample(patch, place, x, y), ((place.y + y) * TEXTURE + place.x + x) * 4);
      }
    }
  }
  return pixels;
}

/** The mean colour of one pixel of a patch, `x` and `y` from the patch's top left. */
function sample(patch: Paint, place: Place, x: number, y: number): [number, number, number] {
  let [red, green, blue] = [0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const across = x + ((i % SAMPLES) + 0.5) / SAMPLES - PADDING;
    const down = y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES - PADDING;
    const u = clamp(across / (place.width - 2 * PADDING));
    const colour = patch.painter(u, 1 - clamp(down / (place.height - 2 * PADDING)));
    red += (colour >> 16) & 255;
    green += (colour >> 8) & 255;
    blue += colour & 255;
  }
  const share = 1 / (SAMPLES * SAMPLES);
  return [red * share, green * share, blue * share];
}
