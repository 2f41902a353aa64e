import { type BufferGeometry, type Camera, Matrix4, type Object3D } from "three";
import { type Lights, lightVertices } from "./light.ts";

/** Positions are rounded to this fraction of a sample, so two renderers agree on every edge. */
const SUBPIXEL = 256;

/** A mesh's vertices in screen space. */
export interface Vertices {
  /** In samples from the target's top left. */
  x: Float64Array;
  y: Float64Array;
  /** 0 at the near plane, 1 at the far one. */
  z: Float64Array;
  /** 1 / distance along the view; 0 for a vertex at or in front of the near plane. */
  w: Float64Array;
  /** World-space normals, 3 numbers each, and the light on the front faces. */
  normals: Float64Array;
  lit: Float64Array;
  uvs: Float32Array | null;
  /** Vertex colors, 3 numbers each. They are shades of gray, so the first number is enough. */
  shades: Float32Array | null;
}

const matrix = new Matrix4();
const NOTHING = new Float64Array();

/** Projects a mesh's vertices to the screen. Its matrix can only rotate, translate and scale uniformly. */
export function projectMesh(
  object: Object3D,
  geometry: BufferGeometry,
  camera: Camera,
  { width, height }: { width: number; height: number },
  lights: Lights | null,
): Vertices {
  const positions = floats(geometry, "position");
  const source = floats(geometry, "normal");
  if (!positions || !source) throw new Error("a mesh needs positions and normals");
  const count = positions.length / 3;
  const vertices: Vertices = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    w: new Float64Array(count),
    normals: new Float64Array(count * 3),
    lit: NOTHING,
    uvs: floats(geometry, "uv"),
    shades: floats(geometry, "color"),
  };
  matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(object.matrixWorld);
  place(vertices, positions, matrix.elements, width / 2, height / 2);
  turn(vertices.normals, source, object.matrixWorld.elements);
  vertices.lit = lightVertices(lights, vertices.normals, vertices.shades);
  return vertices;
}

type Elements = [
  ...[number, number, number, number, number, number, number, number],
  ...[number, number, number, number, number, number, number, number],
];

function place(to: Vertices, from: Float32Array, m: number[], halfWidth: number, halfHeight: number): void {
  // Columns: the contributions of x, y, z and 1 to each of right, up, clip depth and distance.
  const [xr, xu, xc, xd, yr, yu, yc, yd, zr, zu, zc, zd, r, u, c, d] = m as Elements;
  for (let vertex = 0, at = 0; vertex < to.x.length; vertex++, at += 3) {
    const x = from[at] as number;
    const y = from[at + 1] as number;
    const z = from[at + 2] as number;
    const distance = xd * x + yd * y + zd * z + d;
    const depth = xc * x + yc * y + zc * z + c;
    if (depth < -distance || distance <= 0) continue;
    const w = 1 / distance;
    to.w[vertex] = w;
    to.z[vertex] = (depth * w + 1) / 2;
    to.x[vertex] = snap(((xr * x + yr * y + zr * z + r) * w + 1) * halfWidth);
    to.y[vertex] = snap((1 - (xu * x + yu * y + zu * z + u) * w) * halfHeight);
  }
}

const snap = (position: number) => Math.round(position * SUBPIXEL) / SUBPIXEL;

/** Rotates normals into world space. Their length doesn't matter, because each sample normalizes them. */
function turn(to: Float64Array, from: Float32Array, m: number[]): void {
  const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz] = m as Elements;
  for (let at = 0; at < from.length; at += 3) {
    const x = from[at] as number;
    const y = from[at + 1] as number;
    const z = from[at + 2] as number;
    to[at] = xx * x + yx * y + zx * z;
    to[at + 1] = xy * x + yy * y + zy * z;
    to[at + 2] = xz * x + yz * y + zz * z;
  }
}

function floats(geometry: BufferGeometry, name: string): Float32Array | null {
  const array = geometry.getAttribute(name)?.array;
  return array instanceof Float32Array ? array : null;
}
