import type { MeshData } from "#domain/avatar/model/mesh.ts";

export type Triple = readonly [number, number, number];
export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export interface MeshCornerValues {
  position: Triple;
  normal: Triple;
  uv: readonly [number, number];
}

const triple = (list: Float32Array, i: number): Triple => [
  list[i * 3] as number,
  list[i * 3 + 1] as number,
  list[i * 3 + 2] as number,
];

/** Returns a mesh's corners in drawing order, regardless of shared vertices. */
export const cornersOf = ({ positions, normals, uvs, indices }: MeshData): MeshCornerValues[] =>
  Array.from(indices, (i) => ({
    position: triple(positions, i),
    normal: triple(normals, i),
    uv: [uvs[i * 2] as number, uvs[i * 2 + 1] as number],
  }));

/** Returns the minimum and maximum x, y and z. */
export function boundsOf({ positions }: MeshData): { low: number[]; high: number[] } {
  const of = (axis: number) => positions.filter((_, i) => i % 3 === axis);
  const axes = [0, 1, 2].map(of);
  return {
    low: axes.map((values) => values.reduce((a, b) => Math.min(a, b))),
    high: axes.map((values) => values.reduce((a, b) => Math.max(a, b))),
  };
}
