import { BufferGeometry, Float32BufferAttribute, Uint16BufferAttribute } from "three";
import type { BlockShape } from "#domain/world/block.ts";
import { blockMesh } from "#domain/world/iso/block-mesh.ts";

export const NEAR_SIDES = 20;
export const FAR_SIDES = 8;

/** How the shader finds the edges of a shape. */
const EDGE_STYLE: Record<BlockShape, number> = {
  box: 1,
  cylinder: 2,
  wedge: 3,
  pyramid: 0,
  cone: 0,
  sphere: 0,
};

export const isRound = (shape: BlockShape): boolean =>
  shape === "cylinder" || shape === "cone" || shape === "sphere";

/** The geometry of a shape in the cube from −0.5 to 0.5, with smooth normals around round shapes. */
export function blockGeometry(shape: BlockShape, sides: number): BufferGeometry {
  const { vertices, faces } = blockMesh(shape, sides);
  const positions: number[] = [];
  const normals: number[] = [];
  const styles: number[] = [];
  const indices: number[] = [];
  const at = (corner: number, i: number) => vertices[corner * 3 + i] as number;
  for (const face of faces) {
    const start = styles.length;
    const flat = flatNormal(face, at);
    for (const corner of face) {
      const [x, y, z] = [at(corner, 0), at(corner, 1), at(corner, 2)];
      positions.push(x, y, z);
      normals.push(...(isRound(shape) ? roundNormal(shape, x, y, z, flat) : flat));
      styles.push(EDGE_STYLE[shape]);
    }
    for (let i = 2; i < face.length; i++) indices.push(start, start + i - 1, start + i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("edgeStyle", new Float32BufferAttribute(styles, 1));
  geometry.setIndex(new Uint16BufferAttribute(indices, 1));
  return geometry;
}

function flatNormal(face: readonly number[], at: (corner: number, i: number) => number) {
  const [a = 0, b = 0, c = 0] = [0, 1 / 3, 2 / 3].map((part) => face[Math.floor(face.length * part)] ?? 0);
  const edge = (to: number, i: number) => at(to, i) - at(a, i);
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1);
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2);
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length] as const;
}

function roundNormal(
  shape: BlockShape,
  x: number,
  y: number,
  z: number,
  flat: readonly [number, number, number],
): readonly [number, number, number] {
  if (shape === "sphere") return [x * 2, y * 2, z * 2];
  if (Math.abs(flat[1]) > 0.999) return flat;
  const around = Math.hypot(x, z) || 1;
  if (shape === "cylinder") return [x / around, 0, z / around];
  // The tip has no direction of its own, so it takes that of its face.
  const isTip = around === 1;
  const side = Math.hypot(flat[0], flat[2]) || 1;
  const slope = Math.sqrt(0.8);
  return [
    (isTip ? flat[0] / side : x / around) * slope,
    slope / 2,
    (isTip ? flat[2] / side : z / around) * slope,
  ];
}
