import type { BlockShape } from "../block.ts";

/** A convex solid in the cube from −0.5 to 0.5: x, y, z of vertices, and counter-clockwise corners of faces. */
export interface BlockMesh {
  vertices: Float64Array;
  faces: readonly (readonly number[])[];
}

/** The mesh of a shape. `detail` is the number of sides of round ones. Cached. */
export function blockMesh(shape: BlockShape, detail: number): BlockMesh {
  const round = shape === "cylinder" || shape === "cone" || shape === "sphere";
  const key = round ? `${shape}${detail}` : shape;
  let mesh = cachedMeshes.get(key);
  if (!mesh) {
    mesh = build(shape, detail);
    cachedMeshes.set(key, mesh);
  }
  return mesh;
}

const cachedMeshes = new Map<string, BlockMesh>();

function build(shape: BlockShape, detail: number): BlockMesh {
  switch (shape) {
    case "box":
      return solid(BOX, BOX_FACES);
    case "wedge":
      return solid(WEDGE, WEDGE_FACES);
    case "pyramid":
      return solid(
        [-0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0, 0.5, 0],
        PYRAMID_FACES,
      );
    case "cylinder":
      return loft([0.5, 0.5], [-0.5, 0.5], detail);
    case "cone":
      return loft([0.5, 0], [-0.5, 0.5], detail);
    case "sphere":
      return ball(detail);
  }
}

const BOX = [
  -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5,
  0.5, 0.5, -0.5, 0.5, 0.5,
];
const BOX_FACES = [
  [4, 7, 6, 5],
  [0, 1, 2, 3],
  [3, 2, 6, 7],
  [1, 0, 4, 5],
  [2, 1, 5, 6],
  [0, 3, 7, 4],
];
const WEDGE = [
  -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5,
];
const WEDGE_FACES = [
  [3, 2, 5, 4],
  [0, 1, 2, 3],
  [1, 0, 4, 5],
  [2, 1, 5],
  [0, 3, 4],
];
const PYRAMID_FACES = [
  [0, 1, 2, 3],
  [3, 2, 4],
  [2, 1, 4],
  [1, 0, 4],
  [0, 3, 4],
];

function solid(vertices: number[], faces: number[][]): BlockMesh {
  return { vertices: new Float64Array(vertices), faces };
}

function ball(detail: number): BlockMesh {
  const rings = Math.max(3, Math.round(detail / 2));
  const radii: number[] = [];
  const heights: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const angle = (ring / rings) * Math.PI;
    radii.push(ring === 0 || ring === rings ? 0 : Math.sin(angle) / 2);
    heights.push(-Math.cos(angle) / 2);
  }
  return loft(radii, heights, detail);
}

/** A stack of rings with the given radii, closed at both ends. */
function loft(radii: readonly number[], heights: readonly number[], sides: number): BlockMesh {
  const vertices: number[] = [];
  const faces: number[][] = [];
  radii.forEach((radius, ring) => {
    for (let side = 0; side < sides; side++) {
      const angle = ((side + 0.5) / sides) * Math.PI * 2;
      vertices.push(Math.sin(angle) * radius, heights[ring] ?? 0, Math.cos(angle) * radius);
    }
  });
  const at = (ring: number, side: number) => ring * sides + (side % sides);
  for (let ring = 0; ring + 1 < radii.length; ring++) {
    for (let side = 0; side < sides; side++) {
      const quad = [at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)];
      if (radii[ring] === 0) quad.splice(1, 1);
      else if (radii[ring + 1] === 0) quad.splice(2, 1);
      faces.push(quad);
    }
  }
  const around = Array.from({ length: sides }, (_, side) => side);
  if (radii[0] !== 0) faces.push(around.map((side) => at(0, side)).reverse());
  if (radii.at(-1) !== 0) faces.push(around.map((side) => at(radii.length - 1, side)));
  return { vertices: new Float64Array(vertices), faces };
}
