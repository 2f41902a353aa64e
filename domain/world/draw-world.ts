import type { PictureView } from "../build/picture-view.ts";
import { SAMPLES } from "../raster/samples.ts";
import type { Block } from "./block.ts";
import { type Canvas, drawBackdrop } from "./iso/backdrop.ts";
import { BODY, type Cutout, placeCutout, seenShare } from "./iso/cutout.ts";
import { type DepthTarget, depthTarget } from "./iso/depth-target.ts";
import { drawBlocks, drawFlat, visibleOrder } from "./iso/draw.ts";
import { frameWorld, viewWorld } from "./iso/frame.ts";
import { propBlocks, propFigures, starRadius } from "./iso/props.ts";
import { type Scene, shadeScene } from "./iso/shade.ts";
import { castShadows } from "./iso/shadow-map.ts";
import { addFace, addGlowing, sunDirection, surfaces } from "./iso/surface.ts";
import { halfExtent, projectPoint, rotationMatrix, type View } from "./iso/view.ts";
import { WORLD_MOODS, type WorldMood } from "./iso/world-mood.ts";
import type { Vec3, World } from "./schema.ts";

/** Adds bloom: blurs the glow (at a quarter of the size) twice and blends it over the picture. */
function addBloom(canvas: Canvas, glow: Canvas, strength: number): void {
  if (!glow.pixels.some((value) => value > 0)) return;
  const soft = blur(blur(glow, 3), 5);
  const { width, height, pixels } = canvas;
  const stride = soft.width * 3;
  for (let y = 0; y < height; y++) {
    const gy = Math.min(soft.height - 1.001, Math.max(0, (y + 0.5) / 4 - 0.5));
    const fy = gy - Math.floor(gy);
    for (let x = 0; x < width; x++) {
      const gx = Math.min(soft.width - 1.001, Math.max(0, (x + 0.5) / 4 - 0.5));
      const fx = gx - Math.floor(gx);
      const corner = Math.floor(gy) * stride + Math.floor(gx) * 3;
      for (let i = 0; i < 3; i++) {
        const at = corner + i;
        const upper = (soft.pixels[at] as number) * (1 - fx) + (soft.pixels[at + 3] as number) * fx;
        const lower =
          (soft.pixels[at + stride] as number) * (1 - fx) + (soft.pixels[at + stride + 3] as number) * fx;
        const light = upper * (1 - fy) + lower * fy;
        const target = (y * width + x) * 3 + i;
        // Screen blending, so a glow over bright ground never burns out. Skips faint light, which would only
        // make the file larger.
        const value = pixels[target] as number;
        if (light > 2) pixels[target] = value + (1 - value / 255) * light * strength;
      }
    }
  }
}

/** Adds a four-pointed white glint around a point, in pixels. */
function addGlint({ width, height, pixels }: Canvas, x: number, y: number, size: number): void {
  for (let row = Math.max(0, Math.floor(y - size)); row < Math.min(height, y + size); row++) {
    for (let column = Math.max(0, Math.floor(x - size)); column < Math.min(width, x + size); column++) {
      const dx = Math.abs(column + 0.5 - x) / size;
      const dy = Math.abs(row + 0.5 - y) / size;
      const cover = Math.min(1, Math.max(0, 1 - (Math.sqrt(dx) + Math.sqrt(dy))) * 4);
      if (cover <= 0) continue;
      for (let i = 0; i < 3; i++) {
        const target = (row * width + column) * 3 + i;
        pixels[target] = (pixels[target] as number) * (1 - cover) + 255 * cover;
      }
    }
  }
}

function blur(source: Canvas, radius: number): Canvas {
  return sweep(sweep(source, radius, true), radius, false);
}

function sweep({ width, height, pixels }: Canvas, radius: number, sideways: boolean): Canvas {
  const result = new Float32Array(pixels.length);
  const [lines, length] = sideways ? [height, width] : [width, height];
  const [lineStep, step] = sideways ? [width * 3, 3] : [3, width * 3];
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < 3; i++) {
      const start = line * lineStep + i;
      let sum = 0;
      for (let k = -radius; k < length; k++) {
        if (k + radius < length) sum += pixels[start + (k + radius) * step] as number;
        if (k - radius - 1 >= 0) sum -= pixels[start + (k - radius - 1) * step] as number;
        if (k >= 0) result[start + k * step] = sum / (radius * 2 + 1);
      }
    }
  }
  return { width, height, pixels: result };
}

/** How often faces can visit each pixel on average before drawing stops, to bound documents with thousands of huge blocks. */
const VISITS_PER_PIXEL = 150;

/** A bopi to set into a picture. */
export interface PictureBopi {
  /** Ground points where it may stand, the best first. */
  places: readonly Vec3[];
  /** The bopi as `bopiFrame` shows it. Without, only its place is found. */
  cutout?: Cutout;
}

export interface DrawOptions {
  width: number;
  height: number;
  /** Without one, the camera is chosen. */
  view?: PictureView | null;
  bopi?: PictureBopi | null;
}

export interface WorldDrawing {
  /** Opaque RGBA bytes. */
  data: Uint8ClampedArray;
  /** Share of the picture that shows nothing but sky. */
  sky: number;
  /** Where the bopi stands; null if it's hidden at every place. */
  place: Vec3 | null;
  /** How much of it is seen, from 0 to 1. */
  seen: number;
}

/**
 * Draws an isometric picture of a level: opaque RGBA bytes, `width` × `height` (64 to 2,048 each). Without a `view`, it chooses
 * the camera. Deterministic. Takes about 60 ms at 512 × 288 for a typical level, and is bounded for any document.
 */
export const drawWorld = (world: World, options: DrawOptions): Uint8ClampedArray =>
  drawWorldPicture(world, options).data;

export function drawWorldPicture(
  world: World,
  { width, height, view: chosen, bopi }: DrawOptions,
): WorldDrawing {
  const mood = WORLD_MOODS[world.ambience ?? "day"];
  const view = chosen ? viewWorld(chosen, width, height) : frameWorld(world, width, height);
  const canvas = drawBackdrop(mood, width, height, world.blocks.length * 31 + world.stars.length);
  const { scene, place, seen } = drawScene(world, view, mood, bopi ?? null);
  const sky = skyShare(scene.opaque);
  addBloom(canvas, shadeScene(scene, canvas), mood.bloom);
  for (const star of world.stars) glint(scene, view, star.position, canvas);
  return { data: toBytes(canvas.pixels), sky, place, seen };
}

function drawScene(
  world: World,
  picture: View,
  mood: WorldMood,
  bopi: PictureBopi | null,
): { scene: Scene; place: Vec3 | null; seen: number } {
  const view = enlarge(picture);
  const blocks = [...world.blocks, ...propBlocks(world, picture)];
  const order = visibleOrder(blocks, view);
  const solid = order.filter((index) => !isClear(blocks[index]));
  const panes = order.filter((index) => isClear(blocks[index]));
  const sun = sunDirection(view);
  const faces = surfaces();
  const listener = (index: number, x: number, y: number, z: number) =>
    addFace(faces, blocks[index] as Block, index, [x, y, z], sun, mood);

  const budget = picture.width * picture.height * VISITS_PER_PIXEL;
  const opaque = depthTarget("opaque", view.width, view.height, budget);
  drawBlocks(opaque, view, blocks, solid, listener);
  for (const { points, color } of propFigures(world, picture)) {
    drawFlat(opaque, view, points, addGlowing(faces, color, color.startsWith("f") ? 0.5 : 0));
  }
  const scale = bopiScale(picture);
  const found = bopi ? bestPlace(opaque, view, bopi.places, scale) : null;
  const cutout = found && bopi?.cutout;
  const placed =
    found && cutout
      ? placeCutout(opaque, view, found.place, cutout, addGlowing(faces, "ffffff", 0), mood)
      : null;
  const clear = panes.length > 0 ? depthTarget("clear", view.width, view.height, budget / 2) : null;
  if (clear) drawBlocks(clear, view, blocks, panes, listener);
  const casting = placed && found ? [...blocks, ...bodyBlocks(found.place, scale)] : blocks;
  const extra = Uint32Array.from({ length: casting.length - blocks.length }, (_, i) => blocks.length + i);
  const shadows = castShadows(casting, Uint32Array.from([...solid, ...extra]), view, sun);
  const scene: Scene = { view, faces, opaque, clear, shadows, tops: topsOf(blocks), bopi: placed };
  return { scene, place: found?.place ?? null, seen: found?.seen ?? 0 };
}

/** Height of the smallest bopi, as a share of the picture's. */
const SMALLEST_BOPI = 0.055;
/** A bopi in a large world is drawn up to this much larger than it is, as the flags and stars are. */
const LARGEST_FACTOR = 1.7;

/** How a picture shows its bopi: the view in samples, and how much larger than it is the bopi is drawn. */
export function bopiFrame(view: PictureView, width: number, height: number): { seen: View; scale: number } {
  const picture = viewWorld(view, width, height);
  return { seen: enlarge(picture), scale: bopiScale(picture) };
}

/** How much larger than it is a bopi is drawn, so that it can be found. */
const bopiScale = (view: View): number =>
  Math.min(LARGEST_FACTOR, Math.max(1, (SMALLEST_BOPI * view.height) / (BODY.height * view.scale)));

/** A bopi must be seen this much; at less, another place or none is better. */
const ENOUGH = 0.8;
/** How many places are compared. */
const MAX_PLACES = 160;

/** The place at which most of a bopi is seen. Of several that are good enough, the first. */
function bestPlace(
  target: DepthTarget,
  view: View,
  places: readonly Vec3[],
  scale: number,
): { place: Vec3; seen: number } | null {
  let best: { place: Vec3; seen: number } | null = null;
  for (const place of places.slice(0, MAX_PLACES)) {
    const seen = seenShare(target, view, place, scale);
    if (seen === 1) return { place, seen };
    if (seen >= ENOUGH && seen > (best?.seen ?? 0)) best = { place, seen };
  }
  return best;
}

/** A bopi's body and head as blocks, which cast its shadow. */
function bodyBlocks([x, y, z]: Vec3, scale: number): Block[] {
  const part = (shape: "cylinder" | "sphere", up: number, wide: number, tall: number): Block => ({
    shape,
    position: [x, y + up * scale, z],
    size: [wide * scale, tall * scale, wide * scale],
    color: "ffffff",
  });
  return [part("cylinder", 1.35, 1.5, 2.7), part("sphere", 3.3, 1.9, 1.8)];
}

function skyShare({ face, width, height }: DepthTarget): number {
  let sky = 0;
  // Every other sample is enough for a share.
  for (let i = 0; i < width * height; i += 2) if (face?.[i] === 0) sky++;
  return (sky * 2) / (width * height);
}

function isClear(block: Block | undefined): boolean {
  return block?.material === "glass" || block?.material === "water" || block?.material === "ice";
}

function enlarge(view: View): View {
  return {
    ...view,
    width: view.width * SAMPLES,
    height: view.height * SAMPLES,
    scale: view.scale * SAMPLES,
    originX: view.originX * SAMPLES,
    originY: view.originY * SAMPLES,
  };
}

function topsOf(blocks: readonly Block[]): Float64Array {
  return Float64Array.from(blocks, ({ position, size, rotation, material }) =>
    material === "grass" ? position[1] + halfExtent(size, rotationMatrix(rotation))[1] : 0,
  );
}

/** Adds a sparkle to a star unless it is hidden: the picture has the star's own depth at its center. */
function glint(
  scene: Scene,
  view: View,
  position: World["stars"][number]["position"],
  canvas: Parameters<typeof addGlint>[0],
): void {
  const [x, y] = projectPoint(view, position);
  const i = Math.floor(y * SAMPLES) * scene.view.width + Math.floor(x * SAMPLES);
  const face = x >= 0 && x < view.width && y >= 0 && y < view.height ? (scene.opaque.face?.[i] ?? 0) : 0;
  if (face === 0 || scene.faces.values[face * 9 + 8] !== 0) return;
  const size = starRadius(view) * view.scale;
  addGlint(canvas, x + size * 0.62, y - size * 0.62, size * 0.7);
  addGlint(canvas, x - size * 0.7, y + size * 0.35, size * 0.4);
}

function toBytes(pixels: Float32Array): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray((pixels.length / 3) * 4);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    bytes[to] = pixels[from] as number;
    bytes[to + 1] = pixels[from + 1] as number;
    bytes[to + 2] = pixels[from + 2] as number;
    bytes[to + 3] = 255;
  }
  return bytes;
}
