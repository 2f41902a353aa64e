import type { PictureView } from "../../build/picture-view.ts";
import { cameraAxes, dot, halfExtent, rotationMatrix, type View } from "../iso/view.ts";
import type { Vec3, World } from "../schema.ts";
import type { ShotKind } from "./shot-kind.ts";
import { standingPlaces } from "./standing-places.ts";

/** A camera that the director considers, and where its bopi may stand. */
export interface Candidate {
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

interface Box {
  x: number;
  y: number;
  halfX: number;
  halfY: number;
}

function boxAt(position: Vec3, half: Vec3, { right, up }: Pick<View, "right" | "up">): Box {
  const spread = (axis: Vec3) =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  return { x: dot(right, position), y: dot(up, position), halfX: spread(right), halfY: spread(up) };
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
