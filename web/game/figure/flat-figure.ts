import { coarseBodyMeshes } from "#domain/avatar/model/body.ts";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { bodyGeometry } from "./figure-body.ts";
import type { FlatFigure } from "./game-figure.ts";

/** Side of the cells whose vertices become one, in units. */
const CELL = 0.17;

/**
 * A mesh with fewer triangles, for a figure that's small on the screen. Vertices in the same cell that face the same side
 * become one.
 */
function coarseMesh({ positions, normals, uvs, indices }: MeshData): MeshData {
  const byCell = new Map<string, number>();
  const vertices: number[] = [];
  const mapped = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const at = (list: Float32Array, axis: number) => list[vertex * 3 + axis] ?? 0;
    const cell = [0, 1, 2].map((axis) => Math.floor(at(positions, axis) / CELL));
    const key = [...cell, ...[0, 1, 2].map((axis) => Math.round(at(normals, axis)))].join();
    const found = byCell.get(key);
    if (found !== undefined) return found;
    byCell.set(key, vertices.length);
    return vertices.push(vertex) - 1;
  });
  const triangles: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((corner) => mapped[indices[i + corner] ?? 0]);
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  const pick = (list: Float32Array, size: number) =>
    Float32Array.from(vertices.flatMap((vertex) => [...list.subarray(vertex * size, (vertex + 1) * size)]));
  return {
    positions: pick(positions, 3),
    normals: pick(normals, 3),
    uvs: pick(uvs, 2),
    indices: Uint32Array.from(triangles),
  };
}

/** How flat figures are drawn. Only others than the player's own are, so it's loaded with them. */
export const FLAT_FIGURE: FlatFigure = { body: bodyGeometry(coarseBodyMeshes), model: coarseMesh };
