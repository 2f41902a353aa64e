import type { PictureView } from "../../build/picture-view.ts";
import { type Box, boxAt, drawWorldPicture } from "../draw-world.ts";
import { BODY } from "../iso/cutout.ts";
import { cameraAxes, type View } from "../iso/view.ts";
import { halfExtent, rotationMatrix } from "../rotation.ts";
import type { Vec3, World } from "../schema.ts";
import { SHOT_KINDS, type ShotKind } from "./shot-kind.ts";
import { standingPlaces } from "./standing-places.ts";

/** A camera that the director considers, and where its bopi may stand. */
interface Candidate {
  kind: ShotKind;
  view: PictureView;
  places: readonly Vec3[];
}

const ASPECT = 16 / 9;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (value: number): number => Math.round((value * 180) / Math.PI);

/** All cameras that are compared for a world: of its whole, from its start and of what is special. The same for the same world. */
export function shotCandidates(world: World): Candidate[] {
  const start = standingPlaces(world, world.spawn.position, 9);
  const goal = world.goal ? standingPlaces(world, world.goal.position, 9) : [];
  const whole = WHOLE_YAWS.map((yaw) => wholeView(world, yaw));
  const tallest = Math.min(...whole.map(({ height }) => height));
  return [
    ...heroShots(world, tallest),
    ...spawnShots(world, tallest, start),
    ...whole.map((view): Candidate => ({ kind: "whole", view, places: [...goal.slice(0, 40), ...start] })),
  ];
}

const WHOLE_YAWS = [45, -40, 30];
const WHOLE_PITCH = 32;
/** Shares of a picture that the world fills at most. */
const FILLED = { width: 0.9, height: 0.84 };
/** Room above a marker's ground for its flag, as a share of the picture's height. */
const FLAG = 0.08;
/** A block so much larger than the typical one can be the sea or the ground around a level. */
const VAST = 7;
/** The sea or the ground is left out of the frame if the rest becomes so much larger. */
const WORTH = 1.5;

/** The camera that shows a world from a side with nothing cut off but the sea or the ground around it. */
export function wholeView(world: World, yaw: number): PictureView {
  const axes = cameraAxes(radians(yaw), radians(WHOLE_PITCH));
  const boxes = world.blocks.map(({ position, size, rotation }) =>
    boxAt(position, halfExtent(size, rotationMatrix(rotation)), axes),
  );
  const points = pointsOf(world).map((position) =>
    boxAt([position[0], position[1] + 3, position[2]], [2, 3, 2], axes),
  );
  const sizes = boxes.map(({ halfX }) => halfX).sort((a, b) => a - b);
  const typical = sizes[Math.floor(sizes.length * 0.6)] ?? 2;
  const detail = boxes.filter(({ halfX }) => halfX <= typical * VAST);
  const all = frameOf([...boxes, ...points]);
  const inner = frameOf([...(detail.length > boxes.length / 3 ? detail : boxes), ...points]);
  const { x, y, height } = all.height > inner.height * WORTH ? inner : all;
  return { yaw, pitch: WHOLE_PITCH, ...lookAt(axes, x, y), height: clampHeight(height) };
}

function frameOf(boxes: readonly Box[]): { x: number; y: number; height: number } {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y, halfX, halfY } of boxes) {
    x0 = Math.min(x0, x - halfX);
    x1 = Math.max(x1, x + halfX);
    y0 = Math.min(y0, y - halfY);
    y1 = Math.max(y1, y + halfY);
  }
  const height = Math.max((y1 - y0) / FILLED.height, (x1 - x0) / FILLED.width / ASPECT);
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 + height * (FLAG / 2), height };
}

const pointsOf = (world: World): Vec3[] =>
  [world.spawn, ...world.checkpoints, ...world.stars, ...(world.goal ? [world.goal] : [])].map(
    ({ position }) => position,
  );

/** The point in a picture plane as a place in the world. */
const lookAt = ({ right, up }: Pick<View, "right" | "up">, x: number, y: number): { center: Vec3 } => ({
  center: [0, 1, 2].map((i) => round((right[i] ?? 0) * x + (up[i] ?? 0) * y)) as Vec3,
});

const round = (value: number): number => Math.round(Math.min(4_096, Math.max(-4_096, value)) * 100) / 100;
const clampHeight = (height: number): number => Math.round(Math.min(4_096, Math.max(12, height)) * 100) / 100;

/** Height of a picture of a detail in units; a bopi is a seventh of it. */
const HERO_HEIGHT = 30;
const HERO_PITCH = 27;
const HERO_YAWS = [38, -38];
const MAX_HEROES = 3;

/** Cameras on what is special in a world: its goal, its stars and its most colorful part. */
function heroShots(world: World, tallest: number): Candidate[] {
  const height = clampHeight(Math.min(HERO_HEIGHT, tallest * 0.85));
  return specialPoints(world).flatMap((point) => {
    const places = standingPlaces(world, point, 12);
    return HERO_YAWS.map(
      (yaw): Candidate => ({
        kind: "hero",
        view: {
          yaw,
          pitch: HERO_PITCH,
          center: [round(point[0]), round(point[1] + 4), round(point[2])],
          height,
        },
        places,
      }),
    );
  });
}

/** The special points of a world, at most a few points that are apart from each other. */
function specialPoints(world: World): Vec3[] {
  const points: Vec3[] = [];
  const add = (point: Vec3 | null | undefined) => {
    if (point && points.every((other) => distance(point, other) > 12)) points.push(point);
  };
  add(world.goal?.position);
  for (const point of colorfulPoints(world)) if (points.length < MAX_HEROES - 1) add(point);
  add(starCluster(world));
  return points.slice(0, MAX_HEROES);
}

const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The star with the most others around it, on the ground below. */
function starCluster(world: World): Vec3 | null {
  let most = 0;
  let best: Vec3 | null = null;
  for (const { position } of world.stars.slice(0, 120)) {
    const count = world.stars.filter((other) => distance(other.position, position) < 18).length;
    if (count > most) {
      most = count;
      best = [position[0], position[1] - 3, position[2]];
    }
  }
  return best;
}

/** Side of the cubes that are compared, in units. */
const CELL = 20;

/** The cubes of a world with the most blocks and colors, the best first: the middle of their blocks. */
function colorfulPoints(world: World): Vec3[] {
  const cells = new Map<string, { count: number; colors: Set<string>; glow: number; sum: Vec3 }>();
  for (const { position, color, size, material } of world.blocks) {
    if (Math.max(...size) > CELL * 2) continue;
    const key = position.map((value) => Math.floor(value / CELL)).join();
    const cell = cells.get(key) ?? { count: 0, colors: new Set(), glow: 0, sum: [0, 0, 0] };
    cell.count++;
    cell.colors.add(color);
    if (material === "neon" || material === "lava" || material === "glass") cell.glow++;
    for (let i = 0; i < 3; i++) cell.sum[i] = (cell.sum[i] ?? 0) + (position[i] ?? 0);
    cells.set(key, cell);
  }
  return [...cells.entries()]
    .map(([key, { count, colors, glow, sum }]) => ({
      key,
      score: Math.log2(1 + count) * Math.sqrt(colors.size) + Math.min(3, glow / 2),
      point: sum.map((value) => value / count) as Vec3,
    }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, 6)
    .map(({ point }) => [point[0], point[1] - 3, point[2]] as Vec3);
}

const SPAWN_HEIGHT = 27;
const SPAWN_PITCH = 21;
/** Degrees to either side of the course, from which its depth is seen. */
const SPAWN_SIDES = [24, -24];
/** How far ahead the camera looks, as a share of the picture's height. */
const AHEAD = 0.3;
/** How far ahead the course counts. */
const COURSE = 70;

/** Cameras behind the start that look along the course. */
function spawnShots(world: World, tallest: number, places: readonly Vec3[]): Candidate[] {
  const [dx, dz] = courseDirection(world);
  const [x, y, z] = world.spawn.position;
  const height = clampHeight(Math.min(SPAWN_HEIGHT, tallest * 0.85));
  const ahead = height * AHEAD;
  return SPAWN_SIDES.map((side): Candidate => {
    const yaw = degrees(Math.atan2(-dx, -dz)) + side;
    return {
      kind: "spawn",
      view: {
        yaw: yaw > 180 ? yaw - 360 : yaw,
        pitch: SPAWN_PITCH,
        center: [round(x + dx * ahead), round(y + height * 0.2), round(z + dz * ahead)],
        height,
      },
      places,
    };
  });
}

/** The direction in which most of the level lies, seen from its start. */
function courseDirection(world: World): [x: number, z: number] {
  const { position } = world.spawn;
  const targets = [...world.checkpoints, ...world.stars, ...(world.goal ? [world.goal] : [])].map(
    (spot) => spot.position,
  );
  let [sumX, sumZ] = [0, 0];
  const pull = (to: Vec3, weight: number) => {
    const [dx, dz] = [to[0] - position[0], to[2] - position[2]];
    const away = Math.hypot(dx, dz);
    if (away < 1 || away > COURSE) return;
    sumX += (dx / away) * weight;
    sumZ += (dz / away) * weight;
  };
  for (const block of world.blocks) if (Math.max(...block.size) < COURSE) pull(block.position, 1);
  for (const target of targets) pull(target, Math.max(2, (world.blocks.length * 0.5) / targets.length));
  const length = Math.hypot(sumX, sumZ);
  return length < 1e-6 ? [0, -1] : [sumX / length, sumZ / length];
}

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

/** How a picture is composed, each from 0 to 1. */
interface PictureScore {
  contrast: number;
  /** Detail: edges, but not so many that they become noise. */
  detail: number;
  colors: number;
  /** A sky that is neither missing nor most of the picture. */
  sky: number;
}

const HUES = 12;
const clamp = (value: number): number => (value > 0 ? Math.min(1, value) : 0);
/** 1 between two values, falling to 0 at `fade` outside of them. */
const between = (value: number, low: number, high: number, fade: number): number =>
  clamp(1 - Math.max(0, low - value, value - high) / fade);

/** Scores an opaque RGBA picture of which `sky` is the share that shows only sky. */
export function pictureScore(
  data: Uint8ClampedArray | Uint8Array,
  width: number,
  height: number,
  sky: number,
): PictureScore {
  const luma = new Float64Array(width * height);
  const hues = new Float64Array(HUES + 1);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < luma.length; i++) {
    const [r, g, b] = [data[i * 4] as number, data[i * 4 + 1] as number, data[i * 4 + 2] as number];
    const value = 0.3 * r + 0.59 * g + 0.11 * b;
    luma[i] = value;
    sum += value;
    squares += value * value;
    addHue(hues, r, g, b);
  }
  const mean = sum / luma.length;
  const deviation = Math.sqrt(Math.max(0, squares / luma.length - mean * mean));
  return {
    contrast: clamp(deviation / 62),
    detail: between(meanStep(luma, width, height), 9, 22, 12),
    colors: clamp(entropy(hues) / Math.log(HUES * 0.6)),
    sky: between(sky, 0.12, 0.5, 0.4),
  };
}

/** The score as one number, from 0 to 1. */
export const scoreTotal = ({ contrast, detail, colors, sky }: PictureScore): number =>
  0.22 * contrast + 0.28 * detail + 0.22 * colors + 0.28 * sky;

function addHue(hues: Float64Array, r: number, g: number, b: number): void {
  const high = Math.max(r, g, b);
  const chroma = high - Math.min(r, g, b);
  // Grays share a bin.
  if (chroma < 24) {
    hues[HUES] = (hues[HUES] as number) + 0.3;
    return;
  }
  const turn = high === r ? (g - b) / chroma + 6 : high === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  const bin = Math.floor((turn % 6) * (HUES / 6)) % HUES;
  hues[bin] = (hues[bin] as number) + chroma / 128;
}

function entropy(bins: Float64Array): number {
  const total = bins.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  return bins.reduce((sum, value) => (value > 0 ? sum - (value / total) * Math.log(value / total) : sum), 0);
}

function meanStep(luma: Float64Array, width: number, height: number): number {
  let sum = 0;
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = y * width + x;
      const here = luma[at] as number;
      sum += Math.abs(here - (luma[at + 1] as number)) + Math.abs(here - (luma[at + width] as number));
    }
  }
  return sum / (Math.max(1, width - 1) * Math.max(1, height - 1));
}

/** A camera that the director chose, and where the bopi stands. */
export interface Shot {
  kind: ShotKind;
  view: PictureView;
  place: Vec3 | null;
}

/** A shot with how it looks. */
export interface RatedShot extends Shot {
  /** From 0 to 1, without regard to other pictures. */
  score: number;
  signature: string;
}

/** Size of the sketches that are compared. */
const SKETCH = { width: 160, height: 90 } as const;
/** Pictures that differ this much have nothing in common. */
const UNLIKE = 0.16;
const NOVELTY = 0.8;

/** Draws a sketch of each candidate and rates it. The same for the same world. */
export function rateShots(world: World, wanted: ShotKind | null = null): RatedShot[] {
  const candidates = shotCandidates(world).filter(({ kind }) => wanted === null || kind === wanted);
  return candidates.map((candidate) => rateShot(world, candidate));
}

function rateShot(world: World, { kind, view, places }: Candidate): RatedShot {
  const { data, sky, place, seen } = drawWorldPicture(world, { ...SKETCH, view, bopi: { places } });
  const looks = scoreTotal(pictureScore(data, SKETCH.width, SKETCH.height, sky));
  // A bopi that is found at a glance, but isn't all there is.
  const size = Math.min(1, BODY.height / view.height / 0.09);
  const bopi = place ? seen * (0.65 + 0.35 * size) : 0;
  return {
    kind,
    view,
    place,
    score: 0.72 * looks + 0.28 * bopi,
    signature: pictureSignature(data, SKETCH.width, SKETCH.height),
  };
}

/** How unlike a picture is to the most similar one of others, from 0 to 1. */
export const novelty = (signature: string, others: readonly string[]): number =>
  others.reduce((least, other) => Math.min(least, signatureDistance(signature, other) / UNLIKE), 1);

/** The best shot beside pictures with these signatures. The first of equal ones, so the same for the same input. */
export function chooseShot(rated: readonly RatedShot[], neighbors: readonly string[]): RatedShot {
  const total = (shot: RatedShot) => shot.score + NOVELTY * novelty(shot.signature, neighbors);
  return rated.reduce((best, shot) => (total(shot) > total(best) ? shot : best));
}

/** The best shot of each kind, for a creator to choose from. */
export const bestOfEachKind = (rated: readonly RatedShot[], neighbors: readonly string[]): RatedShot[] =>
  SHOT_KINDS.map((kind) =>
    chooseShot(
      rated.filter((shot) => shot.kind === kind),
      neighbors,
    ),
  );
