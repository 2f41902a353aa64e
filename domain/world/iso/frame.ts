import type { PictureView } from "../../build/picture-view.ts";
import type { Vec3, World } from "../schema.ts";
import { cameraAxes, dot, halfExtent, rotationMatrix, type View } from "./view.ts";

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const PITCH = radians(32);
/** Directions to look from. The first is the standard isometric one and wins ties. */
const YAWS = [45, 32, 58, -45, -32, -58].map(radians);
/** Width of a typical block in pixels of a 512-pixel picture. Larger worlds are cropped. */
const SMALLEST_BLOCK = 7;
const LARGEST_SCALE = 22;

interface Box {
  x: number;
  y: number;
  halfX: number;
  halfY: number;
}

/**
 * Chooses the camera for a picture: the side that fills it best, showing all of a world that fits, else its
 * densest part.
 */
export function frameWorld(world: World, width: number, height: number): View {
  let best: View | null = null;
  for (const yaw of YAWS) {
    const axes = cameraAxes(yaw, PITCH);
    const view = fitCamera(boxes(world, axes), axes, width, height);
    // The mirrored side must be much better, because builders decorate the front and the right of their
    // worlds.
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

function boxes(world: World, axes: Pick<View, "right" | "up">): Box[] {
  const list = world.blocks.map((block) => {
    const half = halfExtent(block.size, rotationMatrix(block.rotation));
    return boxAt(block.position, half, axes);
  });
  const points = [world.spawn, ...world.stars, ...(world.goal ? [world.goal] : [])];
  for (const { position } of points)
    list.push(boxAt([position[0], position[1] + 3, position[2]], [3, 3, 3], axes));
  return list;
}

function boxAt(position: Vec3, half: Vec3, { right, up }: Pick<View, "right" | "up">): Box {
  const spread = (axis: Vec3) =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  return { x: dot(right, position), y: -dot(up, position), halfX: spread(right), halfY: spread(up) };
}

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
function densest(
  list: readonly Box[],
  width: number,
  height: number,
  typical: number,
): readonly [number, number] {
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
