import { makePolygon, signedArea } from "../../raster/polygon.ts";
import type { Block } from "../block.ts";
import { halfExtent, rotationMatrix } from "../rotation.ts";
import type { Vec3 } from "../schema.ts";
import { type BlockMesh, blockMesh } from "./block-mesh.ts";
import { type DepthTarget, depthPlane, type Face, fillFace } from "./depth-target.ts";
import { dot, type View } from "./view.ts";

/** Called for each visible face before it is filled. Returns the number to store for the face. */
export type FaceListener = (block: number, normalX: number, normalY: number, normalZ: number) => number;

/** Number of blocks from which round shapes get fewer sides. */
const MANY_BLOCKS = 2500;

/** The blocks that touch the picture, nearest first, so hidden faces fail the depth test early. */
export function visibleOrder(blocks: readonly Block[], view: View): Uint32Array {
  const depths = new Float64Array(blocks.length);
  let count = 0;
  const found = new Uint32Array(blocks.length);
  blocks.forEach((block, i) => {
    const { right, up, forward, scale } = view;
    const half = halfExtent(block.size, rotationMatrix(block.rotation));
    const spread = (axis: Vec3) =>
      (Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2]) * scale;
    const x = view.originX + dot(right, block.position) * scale;
    const y = view.originY - dot(up, block.position) * scale;
    if (Math.abs(x - view.width / 2) > view.width / 2 + spread(right)) return;
    if (Math.abs(y - view.height / 2) > view.height / 2 + spread(up)) return;
    depths[i] = dot(forward, block.position);
    found[count++] = i;
  });
  return found.subarray(0, count).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0));
}

/** Draws the block faces that face the viewer. Shadows only need depth and pass no `listener`. */
export function drawBlocks(
  target: DepthTarget,
  view: View,
  blocks: readonly Block[],
  order: Uint32Array,
  listener: FaceListener | null,
): void {
  const crowded = order.length > MANY_BLOCKS;
  for (const index of order) {
    if (target.budget <= 0) return;
    const block = blocks[index] as Block;
    const pixels = Math.max(block.size[0], block.size[2]) * view.scale;
    const detail = crowded || pixels < 10 ? 6 : pixels < 40 ? 10 : pixels < 110 ? 16 : 24;
    drawMesh(target, view, blockMesh(block.shape, detail), block, index, listener);
  }
}

/** Draws a flat polygon of world points. */
export function drawFlat(target: DepthTarget, view: View, points: readonly Vec3[], face: number): void {
  points.forEach((point, i) => {
    shape.x[i] = view.originX + dot(view.right, point) * view.scale;
    shape.y[i] = view.originY - dot(view.up, point) * view.scale;
    shape.z[i] = dot(view.forward, point);
  });
  shape.count = points.length;
  if (signedArea(shape) > 0 && depthPlane(shape, plane)) fillFace(target, shape, plane, face);
}

/** The face being filled. Reused, so a face allocates nothing. */
const shape: Face = { ...makePolygon(64), z: new Float64Array(64) };
const plane = new Float64Array(3);
/** Scratch for the vertices of one block: world x, y, z and pixel x, y, depth. */
const vertexScratch = new Float64Array(6 * 1024);

function drawMesh(
  target: DepthTarget,
  view: View,
  mesh: BlockMesh,
  block: Block,
  index: number,
  listener: FaceListener | null,
): void {
  placeVertices(view, mesh, block);
  for (const face of mesh.faces) {
    shape.count = face.length;
    for (let i = 0; i < face.length; i++) {
      const at = (face[i] as number) * 6;
      shape.x[i] = vertexScratch[at + 3] as number;
      shape.y[i] = vertexScratch[at + 4] as number;
      shape.z[i] = vertexScratch[at + 5] as number;
    }
    // A sliver below a tenth of a pixel is never sampled, and its plane is too steep to trust.
    if (signedArea(shape) < 0.1 || !depthPlane(shape, plane)) continue;
    let id = 0;
    if (listener) {
      const normal = faceNormal(face);
      id = listener(index, normal[0], normal[1], normal[2]);
    }
    fillFace(target, shape, plane, id);
  }
}

function placeVertices(view: View, { vertices }: BlockMesh, { position, size, rotation }: Block): void {
  const { right, up, forward, scale } = view;
  const m = rotationMatrix(rotation);
  for (let i = 0, o = 0; i < vertices.length; i += 3, o += 6) {
    let x = (vertices[i] as number) * size[0];
    let y = (vertices[i + 1] as number) * size[1];
    let z = (vertices[i + 2] as number) * size[2];
    if (m) {
      const [a, b, c] = [x, y, z];
      x = (m[0] ?? 0) * a + (m[1] ?? 0) * b + (m[2] ?? 0) * c;
      y = (m[3] ?? 0) * a + (m[4] ?? 0) * b + (m[5] ?? 0) * c;
      z = (m[6] ?? 0) * a + (m[7] ?? 0) * b + (m[8] ?? 0) * c;
    }
    x += position[0];
    y += position[1];
    z += position[2];
    vertexScratch[o] = x;
    vertexScratch[o + 1] = y;
    vertexScratch[o + 2] = z;
    vertexScratch[o + 3] = view.originX + (right[0] * x + right[1] * y + right[2] * z) * scale;
    vertexScratch[o + 4] = view.originY - (up[0] * x + up[1] * y + up[2] * z) * scale;
    vertexScratch[o + 5] = forward[0] * x + forward[1] * y + forward[2] * z;
  }
}

function faceNormal(face: readonly number[]): Vec3 {
  // Uses 3 spread corners: caps have many corners, and adjacent ones would be less stable.
  const [a, b, c] = [
    face[0] ?? 0,
    face[Math.floor(face.length / 3)] ?? 0,
    face[Math.floor((face.length * 2) / 3)] ?? 0,
  ];
  const edge = (from: number, to: number, axis: number) =>
    (vertexScratch[to * 6 + axis] as number) - (vertexScratch[from * 6 + axis] as number);
  const [ux, uy, uz, vx, vy, vz] = [
    edge(a, b, 0),
    edge(a, b, 1),
    edge(a, b, 2),
    edge(a, c, 0),
    edge(a, c, 1),
    edge(a, c, 2),
  ];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
