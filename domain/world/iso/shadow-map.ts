import type { Block } from "../block.ts";
import { halfExtent, rotationMatrix } from "../rotation.ts";
import type { Vec3 } from "../schema.ts";
import { type DepthTarget, depthTarget } from "./depth-target.ts";
import { drawBlocks } from "./draw.ts";
import { cameraAxes, dot, type View } from "./view.ts";

/** Side of the map in samples, and of that for a picture as small as a sketch. */
const MAP_SIZE = 1024;
const SKETCH_MAP_SIZE = 384;
const SKETCH_WIDTH = 400;
/** Visits per sample of the map. */
const MAP_VISITS = 13;

/** The sun's view: a depth map, and the transform from a camera pixel to a map pixel. */
export interface ShadowMap {
  target: DepthTarget;
  /** Rows for map x, y and depth: factors for camera x, y and depth, and a constant. */
  fromCamera: Float64Array;
  bias: number;
}

/** Draws the shadow map. `order` lists the blocks that cast a shadow. */
export function castShadows(
  blocks: readonly Block[],
  order: Uint32Array,
  camera: View,
  sun: Vec3,
): ShadowMap {
  const size = camera.width <= SKETCH_WIDTH ? SKETCH_MAP_SIZE : MAP_SIZE;
  const axes = cameraAxes(Math.atan2(sun[0], sun[2]), Math.asin(sun[1]));
  const reach = Math.max(camera.width, camera.height) / camera.scale / 2;
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const index of order) {
    const { position, size, rotation } = blocks[index] as Block;
    // A sea extends far beyond the picture, so limit the map to the visible area.
    const half = halfExtent(size, rotationMatrix(rotation)).map((h) => Math.min(h, reach)) as Vec3;
    const spread = (axis: Vec3) => axis.reduce((sum, part, i) => sum + Math.abs(part) * (half[i] ?? 0), 0);
    const [x, y] = [dot(axes.right, position), dot(axes.up, position)];
    x0 = Math.min(x0, x - spread(axes.right));
    x1 = Math.max(x1, x + spread(axes.right));
    y0 = Math.min(y0, y - spread(axes.up));
    y1 = Math.max(y1, y + spread(axes.up));
  }
  const scale = size / Math.max(1, x1 - x0, y1 - y0);
  const view: View = {
    width: size,
    height: size,
    scale,
    ...axes,
    originX: -x0 * scale,
    originY: y1 * scale,
  };
  const target = depthTarget("shadow", size, size, size * size * MAP_VISITS);
  drawBlocks(target, view, blocks, nearestFirst(blocks, order, view), null);
  return { target, fromCamera: cameraToMap(camera, view), bias: 0.1 + 1.6 / scale };
}

/** How much sun reaches a camera pixel, from 0 to 1. Averages 4 map samples for a soft edge. */
export function sunlightAt(map: ShadowMap, x: number, y: number, depth: number): number {
  const m = map.fromCamera;
  const u = (m[0] as number) * x + (m[1] as number) * y + (m[2] as number) * depth + (m[3] as number);
  const v = (m[4] as number) * x + (m[5] as number) * y + (m[6] as number) * depth + (m[7] as number);
  const d =
    (m[8] as number) * x + (m[9] as number) * y + (m[10] as number) * depth + (m[11] as number) - map.bias;
  const { depth: depths, width: size } = map.target;
  const column = Math.floor(u - 0.5);
  const row = Math.floor(v - 0.5);
  if (column < 0 || row < 0 || column >= size - 1 || row >= size - 1) return 1;
  const fx = u - 0.5 - column;
  const fy = v - 0.5 - row;
  const i = row * size + column;
  const lit = (offset: number) => ((depths[i + offset] as number) > d ? 1 : 0);
  const upper = lit(0) * (1 - fx) + lit(1) * fx;
  const lower = lit(size) * (1 - fx) + lit(size + 1) * fx;
  return upper * (1 - fy) + lower * fy;
}

function nearestFirst(blocks: readonly Block[], order: Uint32Array, view: View): Uint32Array {
  const depths = new Float64Array(blocks.length);
  for (const index of order) depths[index] = dot(view.forward, (blocks[index] as Block).position);
  return order.slice().sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
}

function cameraToMap(camera: View, map: View): Float64Array {
  const row = (axis: Vec3, factor: number, constant: number) => {
    const alongX = (dot(axis, camera.right) / camera.scale) * factor;
    const alongY = (-dot(axis, camera.up) / camera.scale) * factor;
    return [
      alongX,
      alongY,
      dot(axis, camera.forward) * factor,
      constant - alongX * camera.originX - alongY * camera.originY,
    ];
  };
  return new Float64Array([
    ...row(map.right, map.scale, map.originX),
    ...row(map.up, -map.scale, map.originY),
    ...row(map.forward, 1, 0),
  ]);
}
