import type { Block } from "../world/block.ts";
import type { Hazard, Vec3 } from "../world/schema.ts";
import { type CopyablePart, toPrefab } from "./clip.ts";
import { block, box, ghost, onCircle, repeat, slab } from "./starts/blocks.ts";
import { fence, house, lamp, pine, rock, tree } from "./starts/scenery.ts";
import { toBlockPart } from "./world.ts";

const ORIGIN: Vec3 = [0, 0, 0];

const prefab = (id: string, name: string, blocks: readonly Block[], hazards: readonly Hazard[] = []) => {
  const parts: CopyablePart[] = [
    ...blocks.map(toBlockPart),
    ...hazards.map(({ kind, ...rest }): CopyablePart => ({ kind: "hazard", hazard: kind, ...rest })),
  ];
  return { id, name, parts: toPrefab({ parts, groups: [] }).map(roundPosition) };
};

const roundPosition = (part: CopyablePart): CopyablePart => ({
  ...part,
  position: part.position.map((n) => Math.round(n * 100) / 100 || 0) as Vec3,
});

/** Their parts are around the origin, which is the middle of their underside. */
export const SITE_PREFABS = [
  prefab("tree", "Tree", tree(ORIGIN)),
  prefab("pine", "Pine", pine(ORIGIN, 1.2)),
  prefab("rock", "Rocks", rock([0, 0.6, 0], 1.4)),
  prefab("lamp", "Lamp", lamp(ORIGIN)),
  prefab("bench", "Bench", bench()),
  prefab("fence", "Fence", fence(ORIGIN, 4, "x")),
  prefab("stair", "Stairs", stairs()),
  prefab("ramp", "Ramp", ramp()),
  prefab("bridge", "Bridge", bridge()),
  prefab("arch", "Arch", arch()),
  prefab("house", "House", cottage()),
  prefab("tower", "Tower", tower()),
  prefab("platform", "Moving platform", platform()),
  prefab("lift", "Lift", lift()),
  prefab("crumble", "Crumbling steps", crumblingSteps()),
  prefab("bouncer", "Bouncing pad", bouncer()),
  prefab("booster", "Boost strip", booster()),
  prefab("spikes", "Spike trap", spikeTrap(), [{ kind: "spikes", position: [0, 1, 0], size: [5, 1, 5] }]),
];

function bench(): Block[] {
  return [
    ...[-1.9, 1.9].map((x) => box([x, 0, 0], [0.4, 1.1, 1.6], "34374a", "metal")),
    ...[-0.45, 0.45].map((z) => box([0, 1.1, z], [5, 0.25, 0.7], "b07a46", "wood")),
    ...[1.7, 2.4].map((y) => box([0, y, -0.85], [5, 0.5, 0.2], "b07a46", "wood")),
    ...[-1.9, 1.9].map((x) => box([x, 1.1, -0.9], [0.3, 1.8, 0.2], "34374a", "metal")),
  ];
}

function stairs(): Block[] {
  return repeat(8, (i) => box([0, 0, -i * 1.5], [6, i + 1, 1.5], i % 2 ? "b6b3ad" : "a9a6a0", "stone"));
}

function ramp(): Block[] {
  return [
    block("wedge", ORIGIN, [6, 6, 12], "c99a5b", "wood"),
    ...[-3.2, 3.2].map((x) => block("wedge", [x, 0, 0], [0.4, 7, 12], "8a5a3b", "wood")),
    box([0, 0, -8.5], [6.8, 6, 5], "b07a46", "wood"),
  ];
}

function bridge(): Block[] {
  return [
    ...repeat(9, (i) => slab([-9.6 + i * 2.4, 3, 0], [2.2, 0.5, 6], i % 2 ? "b07a46" : "a56f3d", "wood")),
    ...[-2.8, 2.8].flatMap((z) => [
      ...[-10, 0, 10].map((x) => box([x, 0, z], [0.8, 5.4, 0.8], "7d5230", "wood")),
      box([0, 4.7, z], [20, 0.4, 0.4], "8a5a3b", "wood"),
    ]),
  ];
}

function arch(): Block[] {
  return [
    ...[-4.5, 4.5].flatMap((x) => [
      box([x, 0, 0], [3.4, 0.8, 3.4], "8f8c86", "stone"),
      box([x, 0.8, 0], [2.4, 7.2, 2.4], "b6b3ad", "brick"),
    ]),
    box([0, 8, 0], [13, 1.6, 3], "c4c0b8", "stone"),
    ...[-2.3, 2.3].map((x) =>
      block("wedge", [x, 6, 0], [2.4, 2, 2], "b6b3ad", "brick", { rotation: [180, x < 0 ? 90 : -90, 0] }),
    ),
    block("pyramid", [0, 9.6, 0], [4, 2, 3], "c8323c", "brick"),
  ];
}

function cottage(): Block[] {
  return [
    ...house(ORIGIN, [12, 6, 10], "e8d3b0", "b5563c"),
    slab([0, 0.5, 6.4], [3.4, 0.5, 2.4], "8f8c86", "stone"),
    ...[-4, 4].flatMap((x) => [
      box([x, 0, 6], [3, 0.9, 1.2], "8a5a3b", "wood"),
      ghost("sphere", [x - 0.7, 0.7, 6], [1.3, 1.1, 1.1], "f94144", "leaves"),
      ghost("sphere", [x + 0.7, 0.7, 6], [1.3, 1.1, 1.1], "f9c74f", "leaves"),
    ]),
  ];
}

/** A round tower with steps around it, each within a jump of the one before. */
function tower(): Block[] {
  return [
    block("cylinder", ORIGIN, [9, 16, 9], "b6b3ad", "brick"),
    block("cylinder", [0, 16, 0], [11, 1, 11], "8f8c86", "stone"),
    ...repeat(8, (i) => {
      const at = onCircle(5, i * 45 + 22.5);
      return box([at.x, 17, at.z], [1.4, 1.6, 1.4], "b6b3ad", "stone");
    }),
    ...repeat(5, (i) => {
      const at = onCircle(6.8, i * 62);
      return slab([at.x, 3 + i * 3, at.z], [4, 0.8, 4], "9c6b3f", "wood");
    }),
    ...[6, 11].map((y) => box([0, y, 4.4], [1.4, 2.4, 0.4], "ffdf8a", "neon")),
  ];
}

function platform(): Block[] {
  const motion = { by: [16, 0, 0] as Vec3, seconds: 3 };
  return [
    slab([0, 1, 0], [7, 1, 7], "f99205", "metal", { motion }),
    slab([0, 1.2, 0], [3, 0.2, 3], "fff3b0", "neon", { motion }),
  ];
}

function lift(): Block[] {
  return [
    slab([0, 1, 0], [6, 1, 6], "35d0ff", "metal", { motion: { by: [0, 14, 0], seconds: 4 } }),
    ...[-3.6, 3.6].flatMap((x) => [-3.6, 3.6].map((z) => box([x, 0, z], [0.6, 18, 0.6], "4b5166", "metal"))),
    ...[-3.6, 3.6].map((z) => box([0, 17.4, z], [6.6, 0.6, 0.6], "4b5166", "metal")),
  ];
}

function crumblingSteps(): Block[] {
  return repeat(4, (i) => [
    slab([i * 8, 1 + i * 1.5, (i % 2) * 2], [5, 1, 5], i % 2 ? "c9b48a" : "b8a176", "sand", {
      effect: "crumble",
    }),
  ]);
}

function bouncer(): Block[] {
  return [
    block("cylinder", ORIGIN, [6, 0.8, 6], "4b5166", "metal"),
    block("cylinder", [0, 0.8, 0], [5, 0.6, 5], "ff3d8b", "neon", { effect: "bounce" }),
  ];
}

function booster(): Block[] {
  return [
    slab([0, 0.6, 0], [8, 0.6, 18], "35d0ff", "neon", { effect: "boost" }),
    ...[-4.3, 4.3].map((x) => box([x, 0, 0], [0.6, 1, 18], "34374a", "metal")),
  ];
}

function spikeTrap(): Block[] {
  return [
    slab([0, 0.5, 0], [7, 0.5, 7], "6d7384", "metal"),
    ...[-3.25, 3.25].flatMap((x) =>
      [-3.25, 3.25].map((z) => box([x, 0.5, z], [0.5, 0.4, 0.5], "34374a", "metal")),
    ),
  ];
}
