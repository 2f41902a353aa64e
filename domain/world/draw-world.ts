import type { PictureView } from "../build/picture-view.ts";
import type { Block } from "./block.ts";
import { drawBackdrop } from "./iso/backdrop.ts";
import { addBloom, addGlint } from "./iso/bloom.ts";
import { depthTarget } from "./iso/depth-target.ts";
import { drawBlocks, drawFlat, visibleOrder } from "./iso/draw.ts";
import { frameWorld, viewWorld } from "./iso/frame.ts";
import { propBlocks, propFigures, starRadius } from "./iso/props.ts";
import { type Scene, shadeScene } from "./iso/shade.ts";
import { castShadows } from "./iso/shadow-map.ts";
import { addFace, addGlowing, sunDirection, surfaces } from "./iso/surface.ts";
import { halfExtent, projectPoint, rotationMatrix, type View } from "./iso/view.ts";
import { WORLD_MOODS, type WorldMood } from "./iso/world-mood.ts";
import type { World } from "./schema.ts";

/** Samples per pixel along each side. */
const SAMPLES = 2;
/** How often faces can visit each pixel on average before drawing stops, to bound documents with thousands of huge blocks. */
const VISITS_PER_PIXEL = 150;

/**
 * Draws an isometric picture of a level: opaque RGBA bytes, `width` × `height` (64 to 2,048 each). Without a `view`, it chooses
 * the camera. Deterministic. Takes about 60 ms at 512 × 288 for a typical level, and is bounded for any document.
 */
export function drawWorld(
  world: World,
  { width, height, view: chosen }: { width: number; height: number; view?: PictureView | null },
): Uint8ClampedArray {
  const mood = WORLD_MOODS[world.ambience ?? "day"];
  const view = chosen ? viewWorld(chosen, width, height) : frameWorld(world, width, height);
  const canvas = drawBackdrop(mood, width, height, world.blocks.length * 31 + world.stars.length);
  const scene = drawScene(world, view, mood);
  addBloom(canvas, shadeScene(scene, canvas), mood.bloom);
  for (const star of world.stars) glint(scene, view, star.position, canvas);
  return toBytes(canvas.pixels);
}

function drawScene(world: World, picture: View, mood: WorldMood): Scene {
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
  const clear = panes.length > 0 ? depthTarget("clear", view.width, view.height, budget / 2) : null;
  if (clear) drawBlocks(clear, view, blocks, panes, listener);
  const shadows = castShadows(blocks, solid, view, sun);
  return { view, faces, opaque, clear, shadows, tops: topsOf(blocks) };
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
