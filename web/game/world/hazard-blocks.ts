import type { Block } from "#domain/world/block.ts";
import type { Material } from "#domain/world/materials.ts";
import type { Hazard, Vec3 } from "#domain/world/schema.ts";

/** Most spikes of a level. More hazards get fewer and larger spikes each. */
const MOST_SPIKES = 6_000;
const SPIKE_SIDE = 1.4;
/** Blocks of lava in this color are drawn with bubbles. */
export const POISON_COLOR = "8ee53c";

/** The blocks that show a level's hazards, except saws, which spin. */
export function hazardBlocks(hazards: readonly Hazard[]): Block[] {
  const fields = hazards.filter(({ kind }) => kind === "spikes").length;
  const most = Math.max(1, Math.floor(Math.sqrt(MOST_SPIKES / Math.max(1, fields))));
  return hazards.flatMap((hazard) => blocksOf(hazard, most));
}

function blocksOf({ kind, position, size }: Hazard, mostSpikes: number): Block[] {
  switch (kind) {
    case "lava":
      return [pool(position, size, "f0501a")];
    case "poison":
      return [pool(position, size, POISON_COLOR)];
    case "laser":
      return [block(position, size, "ff2b4a", "neon"), ...emitters(position, size)];
    case "spikes":
      return spikes(position, size, mostSpikes);
    case "saw":
      return [];
  }
}

/** Slightly larger than its hazard, because levels often have a block in the same place. */
function pool([x, y, z]: Vec3, [w, h, d]: Vec3, color: string): Block {
  return block([x, y + 0.02, z], [w + 0.04, h + 0.04, d + 0.04], color, "lava");
}

function emitters(position: Vec3, size: Vec3): Block[] {
  const longest = Math.max(...size);
  const axis = size.indexOf(longest);
  return [-1, 1].map((end) => {
    const at = [...position] as Vec3;
    at[axis] = (position[axis] as number) + (end * (longest + 0.4)) / 2;
    const extent = size.map((side, i) => (i === axis ? 0.5 : side + 0.5)) as Vec3;
    return block(at, extent, "3b3f4d", "metal");
  });
}

/** Pyramids on a plate that together fill the hazard's box. */
function spikes([x, y, z]: Vec3, size: Vec3, most: number): Block[] {
  const columns = Math.min(most, 10, Math.max(1, Math.round(size[0] / SPIKE_SIDE)));
  const rows = Math.min(most, 10, Math.max(1, Math.round(size[2] / SPIKE_SIDE)));
  const plate = Math.min(0.2, size[1] / 4);
  const [w, h, d] = [size[0] / columns, size[1] - plate, size[2] / rows];
  const list = [block([x, y - size[1] / 2 + plate / 2, z], [size[0], plate, size[2]], "8c2a3a", "metal")];
  for (let i = 0; i < columns * rows; i++) {
    const at: Vec3 = [
      x - size[0] / 2 + ((i % columns) + 0.5) * w,
      y + plate / 2,
      z - size[2] / 2 + (Math.floor(i / columns) + 0.5) * d,
    ];
    list.push({ ...block(at, [w * 0.8, h, d * 0.8], "eef1f8", "metal"), shape: "pyramid" });
  }
  return list;
}

function block(position: Vec3, size: Vec3, color: string, material: Material): Block {
  return { shape: "box", position, size, color, material };
}
