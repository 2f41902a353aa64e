import type { Mesh } from "./mesh.ts";
import { remap } from "./mesh.ts";
import type { ModelPaint } from "./paint.ts";

/** Width and height of a texture in pixels. */
const TEXTURE = 512;
/** Padding around a patch in its own color, so texture filtering never samples a neighbor. */
const PADDING = 4;
/** Samples per pixel and axis, for smooth edges. */
const SAMPLES = 3;
/** Candidate scales in pixels per unit of a patch's size; the largest that fits is used. */
const UNITS = [256, 224, 192, 160, 144, 128, 112, 96, 88, 80, 72, 64, 56, 48, 40, 32, 24, 16];

/** A patch's area on the texture, in pixels from the top left, including padding. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Layout = ReadonlyMap<ModelPaint, Place>;

/** Places all patches on the texture, at the largest scale that fits. */
export function layOutAtlas(paints: readonly ModelPaint[]): Layout {
  const sorted = [...new Set(paints)].sort((a, b) => b.height - a.height || b.width - a.width);
  for (const unit of UNITS) {
    const layout = packRows(sorted, unit);
    if (layout) return layout;
  }
  throw new Error("too many patches for one texture");
}

/** Packs patches into rows, each as high as its first patch. Returns undefined if they don't fit. */
function packRows(paints: readonly ModelPaint[], unit: number): Layout | undefined {
  const layout = new Map<ModelPaint, Place>();
  let [x, y, rowHeight] = [0, 0, 0];
  for (const patch of paints) {
    const [width, height] = [patch.width * unit, patch.height * unit];
    if (x + width > TEXTURE) [x, y, rowHeight] = [0, y + rowHeight, 0];
    rowHeight = Math.max(rowHeight, height);
    if (width > TEXTURE || y + height > TEXTURE) return undefined;
    layout.set(patch, { x, y, width, height });
    x += width;
  }
  return layout;
}

/** Maps a mesh's coordinates on a patch to coordinates on the texture, v up. */
export function mapToAtlas(mesh: Mesh, patch: ModelPaint, layout: Layout): Mesh {
  const place = layout.get(patch);
  if (!place) throw new Error("a patch without a place");
  return remap(mesh, (_, [u, v]) => [
    (place.x + PADDING + clamp(u) * (place.width - 2 * PADDING)) / TEXTURE,
    1 - (place.y + PADDING + (1 - clamp(v)) * (place.height - 2 * PADDING)) / TEXTURE,
  ]);
}

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/** Returns the painted texture: TEXTURE × TEXTURE RGBA, opaque, row by row from the top. */
export function paintAtlas(layout: Layout): Uint8ClampedArray {
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

/** Returns the mean color of a pixel; `x` and `y` are relative to the patch's top left. */
function sample(patch: ModelPaint, place: Place, x: number, y: number): [number, number, number] {
  let [red, green, blue] = [0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const across = x + ((i % SAMPLES) + 0.5) / SAMPLES - PADDING;
    const down = y + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES - PADDING;
    const u = clamp(across / (place.width - 2 * PADDING));
    const color = patch.painter(u, 1 - clamp(down / (place.height - 2 * PADDING)));
    red += (color >> 16) & 255;
    green += (color >> 8) & 255;
    blue += color & 255;
  }
  const share = 1 / (SAMPLES * SAMPLES);
  return [red * share, green * share, blue * share];
}
