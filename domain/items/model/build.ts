import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { ModelError } from "./error.ts";
import type { Corner, ObjFile } from "./obj.ts";

/** Faces that meet at a smaller angle than this look like one bent surface. */
const CREASE = Math.cos((50 * Math.PI) / 180);
/** A corner where more faces meet than this is shaded flat, so that no file can make the work grow with its square. */
const MOST_FACES_AT_A_CORNER = 64;

type Vector = readonly [x: number, y: number, z: number];

/** Turns what a file says into a mesh: corners that are alike become one vertex; missing normals are made. */
export function buildMesh(file: ObjFile): MeshData {
  const corners = withoutFlat(file);
  if (corners.length === 0) throw new ModelError("The model has no faces that can be seen.");
  const normals = cornerNormals(file, corners);
  const positions: number[] = [];
  const kept: number[] = [];
  const uvs: number[] = [];
  const known = new Map<string, number>();
  const indices = corners.map(({ position, place }, i) => {
    const normal = normals[i] as Vector;
    const key = `${position} ${place} ${normal.map((part) => Math.round(part * 1000)).join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const vertex = known.size;
    known.set(key, vertex);
    positions.push(...vector(file.positions, position));
    kept.push(...normal);
    // Texture rows run down in ours, up in the file's.
    uvs.push(file.places[place * 2] ?? 0, place < 0 ? 0 : 1 - (file.places[place * 2 + 1] ?? 0));
    return vertex;
  });
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(kept),
    uvs: Float32Array.from(uvs),
    indices: known.size > 65_535 ? Uint32Array.from(indices) : Uint16Array.from(indices),
  };
}

const vector = (list: readonly number[], i: number): Vector => [
  list[i * 3] as number,
  list[i * 3 + 1] as number,
  list[i * 3 + 2] as number,
];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z);
  return length > 1e-12 ? [x / length, y / length, z / length] : null;
}

function faceNormal({ positions }: ObjFile, corners: readonly Corner[], first: number): Vector | null {
  const [a, b, c] = [0, 1, 2].map((i) => vector(positions, corners[first + i]?.position ?? 0)) as [
    Vector,
    Vector,
    Vector,
  ];
  const u: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v: Vector = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return unit([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
}

/** The triangles that have an area. */
function withoutFlat(file: ObjFile): Corner[] {
  return file.corners.filter((_, i) => faceNormal(file, file.corners, i - (i % 3)) !== null);
}

/** Each corner's normal: the file's own, or the mean of the faces around it that bend little from its own. */
function cornerNormals(file: ObjFile, corners: readonly Corner[]): Vector[] {
  const faces = Array.from(
    { length: corners.length / 3 },
    (_, i) => faceNormal(file, corners, i * 3) ?? ([0, 1, 0] as const),
  );
  const around = new Map<number, Vector[]>();
  for (const [i, { position }] of corners.entries()) {
    const normal = faces[Math.floor(i / 3)] as Vector;
    const list = around.get(position);
    if (list) list.push(normal);
    else around.set(position, [normal]);
  }
  return corners.map(({ position, normal }, i) => {
    const own = faces[Math.floor(i / 3)] as Vector;
    const given = normal >= 0 ? unit(vector(file.normals, normal)) : null;
    return given ?? creased(own, around.get(position) ?? []);
  });
}

function creased(own: Vector, around: readonly Vector[]): Vector {
  if (around.length > MOST_FACES_AT_A_CORNER) return own;
  const sum: [number, number, number] = [0, 0, 0];
  for (const other of around) {
    if (dot(own, other) < CREASE) continue;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (other[c] as number);
  }
  return unit(sum) ?? own;
}
