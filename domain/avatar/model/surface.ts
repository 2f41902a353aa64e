import type { GridPoint, LoftGrid } from "./loft.ts";
import type { MeshData } from "./mesh.ts";

/** A rectangle of a picture in pixels, from its top left. */
export type Region = readonly [x: number, y: number, width: number, height: number];

/** Side of every texture in pixels. */
export const TEXTURE_SIDE = 512;

export interface Patch {
  /** Rows and columns of the grid that the patch covers, both ends included; all by default. */
  rows?: readonly [from: number, to: number];
  columns?: readonly [from: number, to: number];
  /** Where a point lies in the texture, in pixels. */
  pixel: (point: GridPoint) => readonly [x: number, y: number];
}

/** How much light reaches a point, 0 to 1. */
export type Shade = (point: GridPoint) => number;

/** The mesh of a grid whose patches show different parts of a texture. */
export function surfaceMesh(grid: LoftGrid, patches: readonly Patch[], shade: Shade = () => 1): MeshData {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const shades: number[] = [];
  const indices: number[] = [];
  for (const patch of patches) {
    const [fromRow, toRow] = patch.rows ?? [0, grid.rows.length - 1];
    const [fromColumn, toColumn] = patch.columns ?? [0, grid.columns];
    const first = shades.length;
    const width = toColumn - fromColumn + 1;
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const point = grid.rows[row]?.[column] as GridPoint;
        const [x, y] = patch.pixel(point);
        positions.push(point.x, point.y, point.z);
        normals.push(point.nx, point.ny, point.nz);
        uvs.push(x / TEXTURE_SIDE, y / TEXTURE_SIDE);
        shades.push(shade(point));
        if (row === toRow || column === toColumn) continue;
        const a = first + (row - fromRow) * width + (column - fromColumn);
        // At a pole one of the two triangles has no area.
        if (row > 0) indices.push(a, a + 1, a + width + 1);
        if (row + 2 < grid.rows.length) indices.push(a, a + width + 1, a + width);
      }
    }
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: Float32Array.from(uvs),
    shades: Float32Array.from(shades),
    indices: Uint16Array.from(indices),
  };
}

/** Insets by half a pixel, so filtering never reaches an adjacent region. */
const inside = (from: number, size: number, share: number) => from + 0.5 + share * (size - 1);

/** Maps points around from the back, with the front centered, between the heights of the region's edges. */
export const wrapMapping =
  ([x, y, width, height]: Region, low: number, high: number) =>
  (point: GridPoint): readonly [number, number] => [
    inside(x, width, point.share),
    inside(y, height, Math.min(1, Math.max(0, (high - point.y) / (high - low)))),
  ];

/** A closed end from above (front at the lower edge) or below. `rx` and `rz` are half widths around `cz`. */
export const discMapping =
  ([x, y, width, height]: Region, from: "above" | "below", rx: number, rz: number, cz = 0) =>
  (point: GridPoint): readonly [number, number] => {
    const across = Math.min(1, Math.max(0, 0.5 + point.x / (2 * rx)));
    const ahead = Math.min(1, Math.max(0, 0.5 + (point.z - cz) / (2 * rz)));
    return [inside(x, width, across), inside(y, height, from === "above" ? ahead : 1 - ahead)];
  };
