import { once } from "../../once.ts";
import type { BopiPart } from "../colors.ts";
import { type GridPoint, type LoftGrid, type LoftShape, loft } from "./loft.ts";
import type { MeshData } from "./mesh.ts";
import { discMapping, type Patch, type Region, type Shade, surfaceMesh, wrapMapping } from "./surface.ts";
import { CLOTHING_TEMPLATES } from "./templates.ts";

export type BodySide = "left" | "right";

export const TORSO_HEIGHT = 1.66;
/** Side of the square that a face covers, projected onto the head, and the height of its center above the chin. */
export const FACE = { side: 1.62, middle: 0.74 } as const;

const HEAD: LoftShape = {
  rings: [
    { y: 0, rx: 0.84, rz: 0.74, n: 2.5 },
    { y: 0.52, rx: 0.97, rz: 0.86, n: 2.55 },
    { y: 1, rx: 0.96, rz: 0.87, n: 2.55 },
    { y: 1.66, rx: 0.84, rz: 0.78, n: 2.5 },
  ],
  bottom: 0.4,
  top: 0.46,
  columns: 48,
  bands: 9,
};
const TORSO: LoftShape = {
  rings: [
    { y: 0, rx: 0.68, rz: 0.5, n: 2.7 },
    { y: 0.46, rx: 0.75, rz: 0.58, n: 2.6, cz: 0.04 },
    { y: 1.02, rx: 0.69, rz: 0.5, n: 2.6 },
    { y: TORSO_HEIGHT, rx: 0.53, rz: 0.38, n: 2.5 },
  ],
  bottom: 0.24,
  top: 0.24,
  columns: 48,
  bands: 14,
};
const ARM: LoftShape = {
  rings: [
    { y: -0.98, rx: 0.275, rz: 0.275, n: 2.3 },
    { y: -0.6, rx: 0.272, rz: 0.272, n: 2.3 },
    { y: -0.1, rx: 0.255, rz: 0.262, n: 2.3 },
    { y: 0.23, rx: 0.235, rz: 0.25, n: 2.3 },
  ],
  bottom: 0.08,
  top: 0.27,
  columns: 28,
  bands: 8,
};
const HAND: LoftShape = {
  rings: [
    { y: -0.5, rx: 0.28, rz: 0.29, n: 2.3 },
    { y: -0.18, rx: 0.305, rz: 0.32, n: 2.3 },
    { y: 0.1, rx: 0.24, rz: 0.25, n: 2.3 },
  ],
  bottom: 0.28,
  top: 0.18,
  columns: 24,
  bands: 3,
};
const THUMB: LoftShape = {
  rings: [
    { y: -0.18, rx: 0.105, rz: 0.11, n: 2.2 },
    { y: 0.16, rx: 0.11, rz: 0.12, n: 2.2 },
  ],
  bottom: 0.13,
  top: 0.13,
  columns: 16,
  bands: 2,
};
const LEG: LoftShape = {
  rings: [
    { y: -0.92, rx: 0.345, rz: 0.35, n: 2.5 },
    { y: -0.5, rx: 0.345, rz: 0.36, n: 2.5 },
    { y: 0.14, rx: 0.335, rz: 0.41, n: 2.6 },
  ],
  bottom: 0.08,
  top: 0.2,
  columns: 32,
  bands: 8,
};
const SHOE: LoftShape = {
  rings: [
    { y: 0, rx: 0.4, rz: 0.565, n: 2.6, cz: 0.13 },
    { y: 0.1, rx: 0.425, rz: 0.6, n: 2.55, cz: 0.14 },
    // The upper is set back from the edge of the sole.
    { y: 0.125, rx: 0.4, rz: 0.572, n: 2.5, cz: 0.14 },
    { y: 0.2, rx: 0.4, rz: 0.558, n: 2.45, cz: 0.12 },
    { y: 0.33, rx: 0.385, rz: 0.49, n: 2.4, cz: 0.06 },
    { y: 0.48, rx: 0.345, rz: 0.38, n: 2.3 },
  ],
  bottom: 0.05,
  top: 0.1,
  columns: 36,
  bands: 22,
};

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Every separately drawn part of the body. Its mesh is in the space of the joint it hangs from. */
export type BodyPiece = BopiPart | "left_thumb" | "right_thumb";

/** The body's meshes, created once because every bopi shares them. */
export const bodyMeshes = once(() => makeBody(loft));

/** The same with about a fifth of the triangles, for figures that are small on the screen. */
export const coarseBodyMeshes = once(() => makeBody((shape) => loft(coarser(shape), COARSE_END_BANDS)));

const COARSE_END_BANDS = 3;

/** Fewer points around, in a multiple of 4, and fewer bands. */
const coarser = (shape: LoftShape): LoftShape => ({
  ...shape,
  columns: Math.max(8, Math.round(shape.columns / 10) * 4),
  bands: Math.ceil(shape.bands / 2),
});

function makeBody(lofting: (shape: LoftShape) => LoftGrid): Record<BodyPiece, MeshData> {
  const hand = surfaceMesh(lofting(HAND), [plain], ({ y }) => 0.86 + 0.14 * smoothstep(0.08, -0.2, y));
  const thumb = surfaceMesh(lofting(THUMB), [plain]);
  return {
    head: head(lofting(HEAD)),
    torso: torso(lofting(TORSO)),
    left_arm: arm("left", lofting(ARM)),
    right_arm: arm("right", lofting(ARM)),
    left_hand: hand,
    right_hand: hand,
    left_thumb: thumb,
    right_thumb: thumb,
    left_leg: leg("left", lofting(LEG)),
    right_leg: leg("right", lofting(LEG)),
    left_shoe: shoe("left", lofting(SHOE)),
    right_shoe: shoe("right", lofting(SHOE)),
  };
}

const plain: Patch = { pixel: () => [0, 0] };

/** First and last rows of a grid that face sideways rather than up or down. */
function sides({ rows }: LoftGrid): [low: number, high: number] {
  const steep = (row: GridPoint[]) => Math.abs(row[0]?.ny ?? 1) < Math.SQRT1_2;
  return [rows.findIndex(steep), rows.findLastIndex(steep)];
}

/** The front half shows the face; the back half shows the texture's edge, which is plain skin. */
function head(grid: LoftGrid): MeshData {
  const { columns } = grid;
  const pixels = 512 / FACE.side;
  const face = ({ x, y }: GridPoint) => [256 + x * pixels, 256 - (y - FACE.middle) * pixels] as const;
  return surfaceMesh(
    grid,
    [
      { columns: [columns / 4, (3 * columns) / 4], pixel: face },
      { columns: [0, columns / 4], pixel: () => [0.5, 0.5] },
      { columns: [(3 * columns) / 4, columns], pixel: () => [0.5, 0.5] },
    ],
    ({ y, ny }) => 0.74 + 0.26 * smoothstep(-0.04, 0.42, y) - 0.1 * smoothstep(-0.5, -1, ny),
  );
}

function torso(grid: LoftGrid): MeshData {
  const [low, high] = sides(grid);
  const { torso: around, torso_top, torso_bottom } = CLOTHING_TEMPLATES.shirt;
  const shade: Shade = ({ y, x }) =>
    (0.7 + 0.3 * smoothstep(1.68, 1.34, y)) *
    (0.8 + 0.2 * smoothstep(0, 0.3, y)) *
    // Shade under the arms.
    (1 - 0.16 * smoothstep(0.45, 0.68, Math.abs(x)) * smoothstep(0.5, 0.9, y));
  return surfaceMesh(
    grid,
    [
      { rows: [low, high], pixel: wrapMapping(around, 0, TORSO_HEIGHT) },
      { rows: [high, grid.rows.length - 1], pixel: discMapping(torso_top, "above", 0.55, 0.4) },
      { rows: [0, low], pixel: discMapping(torso_bottom, "below", 0.7, 0.52) },
    ],
    shade,
  );
}

const tube = ({ rings }: LoftShape, grid: LoftGrid, region: Region, shade: Shade): MeshData => {
  const low = rings[0]?.y ?? 0;
  const high = rings.at(-1)?.y ?? 0;
  return surfaceMesh(grid, [{ pixel: wrapMapping(region, low, high) }], shade);
};

export const inward = (side: BodySide): 1 | -1 => (side === "left" ? -1 : 1);

const arm = (side: BodySide, grid: LoftGrid): MeshData =>
  tube(
    ARM,
    grid,
    CLOTHING_TEMPLATES.shirt[`${side}_arm`],
    ({ x, y }) => 1 - 0.22 * smoothstep(0.05, 0.25, x * inward(side)) * smoothstep(-0.95, -0.4, y),
  );

const leg = (side: BodySide, grid: LoftGrid): MeshData =>
  tube(
    LEG,
    grid,
    CLOTHING_TEMPLATES.pants[`${side}_leg`],
    ({ x, y }) =>
      (0.68 + 0.32 * smoothstep(0, -0.3, y)) * (1 - 0.2 * smoothstep(0.1, 0.34, x * inward(side))),
  );

function shoe(side: BodySide, grid: LoftGrid): MeshData {
  const [low, high] = sides(grid);
  const regions = CLOTHING_TEMPLATES.shoes;
  const shade: Shade = ({ y, ny }) =>
    // A crease at the edge of the sole, and the shadow of the ground.
    (1 - 0.3 * smoothstep(0.03, 0, Math.abs(y - 0.122))) *
    (0.72 + 0.28 * smoothstep(0, 0.12, y)) *
    (1 - 0.25 * smoothstep(0.36, 0.48, y) * smoothstep(0.5, 1, ny));
  return surfaceMesh(
    grid,
    [
      { rows: [low, high], pixel: wrapMapping(regions[`${side}_shoe`], 0, 0.48) },
      { rows: [high, grid.rows.length - 1], pixel: discMapping(regions[`${side}_top`], "above", 0.345, 0.4) },
      { rows: [0, low], pixel: discMapping(regions[`${side}_sole`], "below", 0.41, 0.58, 0.13) },
    ],
    shade,
  );
}
