import type { PictureView } from "../build/picture-view.ts";
import { SAMPLES } from "../raster/samples.ts";
import type { Block } from "./block.ts";
import { type Canvas, drawBackdrop } from "./iso/backdrop.ts";
import { BODY, type Cutout, placeCutout, seenShare } from "./iso/cutout.ts";
import { type DepthTarget, depthTarget } from "./iso/depth-target.ts";
import { drawBlocks, drawFlat, visibleOrder } from "./iso/draw.ts";
import { type Scene, shadeScene } from "./iso/shade.ts";
import { castShadows } from "./iso/shadow-map.ts";
import { addFace, addGlowing, sunDirection, surfaces } from "./iso/surface.ts";
import { cameraAxes, combine, dot, projectPoint, type View } from "./iso/view.ts";
import { WORLD_MOODS, type WorldMood } from "./iso/world-mood.ts";
import type { Material } from "./materials.ts";
import { halfExtent, rotationMatrix } from "./rotation.ts";
import type { Hazard, Vec3, World } from "./schema.ts";

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const PITCH = radians(32);
/** Directions to look from. The first is the standard isometric one and wins ties. */
const YAWS = [45, 32, 58, -45, -32, -58].map(radians);
/** Width of a typical block in pixels of a 512-pixel picture. Larger worlds are cropped. */
const SMALLEST_BLOCK = 7;
const LARGEST_SCALE = 22;

/** Chooses the side that fills a picture best, with all of a world that fits, else its densest part. */
function frameWorld(world: World, width: number, height: number): View {
  let best: View | null = null;
  for (const yaw of YAWS) {
    const axes = cameraAxes(yaw, PITCH);
    const view = fitCamera(boxes(world, axes), axes, width, height);
    // Much better, because builders decorate the front and the right of their worlds.
    if (!best || view.scale > best.scale * (yaw > 0 ? 1.12 : 1.4)) best = view;
    if (world.blocks.length > 4000) break;
  }
  return best as View;
}

/** The camera that a creator chose for a picture. */
export function viewWorld(view: PictureView, width: number, height: number): View {
  const axes = cameraAxes(radians(view.yaw), radians(view.pitch));
  const scale = height / view.height;
  return {
    width,
    height,
    scale,
    ...axes,
    originX: width / 2 - dot(axes.right, view.center) * scale,
    originY: height / 2 + dot(axes.up, view.center) * scale,
  };
}

function boxes(world: World, { right, up }: Pick<View, "right" | "up">): Box[] {
  // Pictures count from the top.
  const axes = { right, up: combine([-1, up]) };
  const list = world.blocks.map((block) => {
    const half = halfExtent(block.size, rotationMatrix(block.rotation));
    return boxAt(block.position, half, axes);
  });
  const points = [world.spawn, ...world.stars, ...(world.goal ? [world.goal] : [])];
  for (const { position } of points)
    list.push(boxAt([position[0], position[1] + 3, position[2]], [3, 3, 3], axes));
  return list;
}

/** Where a box lies along the axes of a camera, and half its extent. */
export function boxAt(position: Vec3, half: Vec3, { right, up }: Pick<View, "right" | "up">) {
  const spread = (axis: Vec3) =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  return { x: dot(right, position), y: dot(up, position), halfX: spread(right), halfY: spread(up) };
}
export type Box = ReturnType<typeof boxAt>;

function fitCamera(list: Box[], axes: ReturnType<typeof cameraAxes>, width: number, height: number): View {
  const sizes = list.map((box) => box.halfX * 2).sort((a, b) => a - b);
  const typical = sizes[Math.floor(sizes.length * 0.6)] ?? 4;
  // A sea or a baseplate says little about where the level is, so it only counts as far as the rest reaches.
  const relevant = list.filter((box) => box.halfX * 2 <= typical * 7);
  const [x0, y0, x1, y1] = bounds(relevant.length > list.length / 3 ? relevant : list);
  const fits = [(width * 0.93) / (x1 - x0 + 2), (height * 0.88) / (y1 - y0 + 2)] as const;
  // A tower or a long row can lose its ends rather than leave most of the picture empty.
  const whole = Math.max(
    Math.min(...fits),
    Math.min(Math.min(...fits) * 1.25, Math.sqrt(fits[0] * fits[1]) * 0.75),
  );
  const readable = ((width / 512) * SMALLEST_BLOCK) / typical;
  // A world slightly too detailed is still shown whole; only unreadable dots are worse than a crop.
  const scale = Math.min((width / 512) * LARGEST_SCALE, readable > whole * 1.7 ? readable : whole);
  // Crop tall worlds at the bottom, because the goal tends to be at the top.
  const center =
    scale > whole
      ? densest(list, width / scale, height / scale, typical)
      : ([(x0 + x1) / 2, Math.min((y0 + y1) / 2, y0 + (height * 0.49) / scale)] as const);
  return {
    width,
    height,
    scale,
    ...axes,
    originX: width / 2 - center[0] * scale,
    // Slightly low in the frame, with the sky above.
    originY: height * 0.52 - center[1] * scale,
  };
}

function bounds(list: readonly Box[]): [number, number, number, number] {
  const result: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, halfX, halfY } of list) {
    result[0] = Math.min(result[0], x - halfX);
    result[1] = Math.min(result[1], y - halfY);
    result[2] = Math.max(result[2], x + halfX);
    result[3] = Math.max(result[3], y + halfY);
  }
  return result;
}

/** The center of the window of the given size with the most blocks, found on a grid of sixths of the window. */
function densest(list: readonly Box[], width: number, height: number, typical: number) {
  const cellX = width / 6;
  const cellY = height / 6;
  const counts = new Map<string, number>();
  for (const box of list) {
    if (box.halfX > typical * 4) continue;
    const key = `${Math.floor(box.x / cellX)},${Math.floor(box.y / cellY)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let highest = -1;
  let center: readonly [number, number] = [0, 0];
  for (const key of counts.keys()) {
    const [column = 0, row = 0] = key.split(",").map(Number);
    let sum = 0;
    for (let dx = -2; dx <= 2; dx++) {
      // Cells near the middle weigh more, so the crop is centered on a crowd and doesn't just contain it.
      for (let dy = -2; dy <= 2; dy++) {
        sum += (counts.get(`${column + dx},${row + dy}`) ?? 0) * (3 - Math.max(Math.abs(dx), Math.abs(dy)));
      }
    }
    if (sum > highest) {
      highest = sum;
      center = [(column + 0.5) * cellX, (row + 0.5) * cellY];
    }
  }
  return center;
}

/** A flat figure facing the viewer: convex corners in the world, counter-clockwise, and a glowing color. */
interface Figure {
  points: Vec3[];
  color: string;
}

const STAR = "ffb800";
const STAR_DARK = "f08a00";

/** The blocks for a world's hazards and markers. Markers keep a readable size in small pictures. */
function propBlocks(world: World, view: View): Block[] {
  const blocks = world.hazards.flatMap(hazardBlocks);
  const flag = markerSize(view);
  const poles: Vec3[] = [world.spawn.position, ...world.checkpoints.map((spot) => spot.position)];
  for (const [x, y, z] of poles) {
    blocks.push(block([x, y + flag / 2, z], [flag * 0.09, flag, flag * 0.09], "f4f4f8", "plastic"));
  }
  if (world.goal) {
    const [x, y, z] = world.goal.position;
    const post = flag * 0.12;
    for (const side of [-1, 1]) {
      blocks.push(
        block([x + side * flag * 0.55, y + flag * 0.6, z], [post, flag * 1.2, post], "ffffff", "plastic"),
      );
    }
    for (let i = 0; i < 14; i++) {
      const at: Vec3 = [x + ((i % 7) - 3) * flag * 0.16, y + flag * (i < 7 ? 1.16 : 1), z];
      blocks.push(
        block(at, [flag * 0.16, flag * 0.16, post], (i + (i < 7 ? 0 : 1)) % 2 ? "ffffff" : "17171c", "cloth"),
      );
    }
  }
  return blocks;
}

/** Pennants at the spawn and the checkpoints, and stars with 10 facets each. */
function propFigures(world: World, view: View): Figure[] {
  const flag = markerSize(view);
  return [
    pennant(world.spawn.position, view, flag, "f99205"),
    ...world.checkpoints.map((spot) => pennant(spot.position, view, flag * 0.8, "2fd6b5")),
    ...world.stars.flatMap((star) => starFacets(star.position, view)),
  ];
}

function starRadius(view: View): number {
  return Math.max(1.9, ((view.width / 512) * 9) / view.scale);
}

function markerSize(view: View): number {
  return Math.max(6, ((view.width / 512) * 17) / view.scale);
}

function pennant(position: Vec3, view: View, flag: number, color: string): Figure {
  const foot = combine([1, position], [-flag * 0.1, view.forward]);
  const at = (right: number, y: number) =>
    combine([1, foot], [flag * right, view.right], [flag * y, [0, 1, 0]]);
  return { points: [at(0, 0.5), at(0.55, 0.75), at(0, 1)], color };
}

function starFacets(position: Vec3, view: View): Figure[] {
  const radius = starRadius(view);
  const center = combine([1, position], [-radius, view.forward]);
  const tip = (index: number) => {
    const angle = (index / 10) * Math.PI * 2;
    const reach = index % 2 ? radius * 0.5 : radius;
    return combine([1, center], [Math.sin(angle) * reach, view.right], [Math.cos(angle) * reach, view.up]);
  };
  return Array.from({ length: 10 }, (_, i) => ({
    points: [center, tip(i + 1), tip(i)],
    color: i % 2 ? STAR : i > 2 && i < 7 ? STAR_DARK : "ffd34d",
  }));
}

function hazardBlocks({ kind, position, size }: Hazard): Block[] {
  switch (kind) {
    case "lava":
      return [block(position, size, "f0501a", "lava")];
    case "poison":
      return [block(position, size, "8ee63c", "lava")];
    case "laser":
      return [block(position, size, "ff2b4a", "neon")];
    case "saw":
      return [
        { ...block(position, size, "c9ced8", "metal"), shape: "cylinder" },
        block(position, [size[0] * 0.76, size[1] * 0.9, size[2] * 0.76], "e0483a", "plastic", [0, 45, 0]),
      ];
    case "spikes":
      return spikes(position, size);
  }
}

function spikes([x, y, z]: Vec3, size: Vec3): Block[] {
  const columns = Math.min(8, Math.max(1, Math.round(size[0] / 1.5)));
  const rows = Math.min(8, Math.max(1, Math.round(size[2] / 1.5)));
  const [w, d] = [size[0] / columns, size[2] / rows];
  return Array.from({ length: columns * rows }, (_, i) => {
    const at: Vec3 = [
      x - size[0] / 2 + ((i % columns) + 0.5) * w,
      y,
      z - size[2] / 2 + (Math.floor(i / columns) + 0.5) * d,
    ];
    return { ...block(at, [w * 0.9, size[1], d * 0.9], "d8dbe4", "metal"), shape: "pyramid" };
  });
}

function block(position: Vec3, size: Vec3, color: string, material: Material, rotation?: Vec3): Block {
  return { shape: "box", position, size, color, material, ...(rotation && { rotation }) };
}

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
        // Screen blending never burns out. Skips faint light, which would only make the file larger.
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

/** A level as opaque RGBA, 64 to 2,048 a side; chooses a camera without `view`. Deterministic, bounded. */
export const drawWorld = (world: World, options: DrawOptions): Uint8ClampedArray =>
  drawWorldPicture(world, options).data;

/** `sky` is the share of the picture without anything else; `seen` how much of the bopi shows (0 to 1). */
export function drawWorldPicture(world: World, { width, height, view: chosen, bopi }: DrawOptions) {
  const mood = WORLD_MOODS[world.ambience ?? "day"];
  const view = chosen ? viewWorld(chosen, width, height) : frameWorld(world, width, height);
  const canvas = drawBackdrop(mood, width, height, world.blocks.length * 31 + world.stars.length);
  const { scene, place, seen } = drawScene(world, view, mood, bopi ?? null);
  const sky = skyShare(scene.opaque);
  addBloom(canvas, shadeScene(scene, canvas), mood.bloom);
  for (const star of world.stars) glint(scene, view, star.position, canvas);
  return { data: toBytes(canvas.pixels), sky, place, seen };
}

function drawScene(world: World, picture: View, mood: WorldMood, bopi: PictureBopi | null) {
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
function bestPlace(target: DepthTarget, view: View, places: readonly Vec3[], scale: number) {
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
