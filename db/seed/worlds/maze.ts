import type { World } from "#domain/world/schema.ts";
import type { Random } from "../random.ts";
import { shuffled } from "../random.ts";
import { type Wish, WorldBuilder } from "./builder.ts";
import { lamp } from "./props.ts";

const CELL = 7;
const WALLS = [
  { color: "3f9142", material: "leaves", floor: "d9c79a", ground: "sand" },
  { color: "8e8aa8", material: "brick", floor: "5d5a78", ground: "stone" },
  { color: "e9a6c9", material: "plastic", floor: "fff3e6", ground: "plastic" },
] as const;

/** A maze cut by depth-first search; stars wait in its dead ends. */
export function maze(wish: Wish): World {
  const style = WALLS[wish.seed % WALLS.length] ?? WALLS[0];
  const b = new WorldBuilder(wish, (["day", "spooky", "candy"] as const)[wish.seed % 3] ?? "day");
  const size = 6 + Math.round(wish.difficulty * 0.5);
  const middle = (size * CELL) / 2;
  const at = (cell: number): [number, number] => [
    (cell % size) * CELL - middle + CELL / 2,
    Math.floor(cell / size) * CELL - middle + CELL / 2,
  ];
  const { open, ends } = carve(size, b.random);
  b.slab([0, 0, 0], [size * CELL + 12, 2.5, size * CELL + 12], style.floor, style.ground);
  b.slab([0, -2.5, 0], [size * CELL + 8, 3, size * CELL + 8], "7a5640", "dirt");
  for (let cell = 0; cell < size * size; cell++) {
    const [x, z] = at(cell);
    const wall = (wide: boolean, px: number, pz: number) =>
      b.box([px, 0, pz], wide ? [CELL + 1.2, 5, 1.2] : [1.2, 5, CELL + 1.2], style.color, style.material);
    if (!open.has(`${cell}>`)) wall(false, x + CELL / 2, z);
    if (!open.has(`${cell}v`)) wall(true, x, z + CELL / 2);
    if (cell % size === 0 && cell > 0) wall(false, x - CELL / 2, z);
    if (cell < size) wall(true, x, z - CELL / 2);
  }
  for (let i = 0; i < 40; i++) {
    const side = i % 4;
    const along = b.random.range(-middle, middle);
    const out = (side % 2 ? -1 : 1) * (middle + 3.6);
    const [x, z] = side < 2 ? [along, out] : [out, along];
    b.ghost(
      "sphere",
      [x, 0, z],
      [1.4, 1.5, 1.4],
      b.random.pick(["ff6f91", "ffd34d", "ffffff", "5fb548", "c79bff"]),
    );
  }
  const [sx, sz] = at(0);
  b.spawn([sx, 0, sz], 90);
  const [gx, gz] = at(size * size - 1);
  b.goal([gx, 0, gz]);
  for (const cell of ends.filter((end) => end !== 0 && end !== size * size - 1).slice(0, 8))
    b.star([at(cell)[0], 0, at(cell)[1]]);
  const [cx, cz] = at(Math.floor(size / 2) * size + Math.floor(size / 2));
  b.checkpoint([cx, 0, cz]);
  for (const [x, z] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    lamp(b, [x * (middle + 4), 0, z * (middle + 4)]);
  if (wish.difficulty > 4)
    for (const cell of ends.slice(8, 14)) b.hazard("spikes", [at(cell)[0], 0, at(cell)[1]], [3, 1.2, 3]);
  return b.finish();
}

/** Passages as "<cell>>" (to the east) and "<cell>v" (to the south), and the cells with one way in. */
function carve(size: number, random: Random): { open: Set<string>; ends: number[] } {
  const open = new Set<string>();
  const seen = new Set([0]);
  const ends: number[] = [];
  const stack = [0];
  let forward = true;
  while (stack.length > 0) {
    const cell = stack.at(-1) ?? 0;
    const next = shuffled(neighbours(cell, size), random).find((other) => !seen.has(other));
    if (next === undefined) {
      if (forward) ends.push(cell);
      forward = false;
      stack.pop();
      continue;
    }
    forward = true;
    const first = Math.min(cell, next);
    open.add(Math.abs(cell - next) === 1 ? `${first}>` : `${first}v`);
    seen.add(next);
    stack.push(next);
  }
  return { open, ends };
}

function neighbours(cell: number, size: number): number[] {
  const column = cell % size;
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell >= size ? [cell - size] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ];
}
