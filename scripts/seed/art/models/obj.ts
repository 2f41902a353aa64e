import type { Face, Mesh, MeshCorner } from "./mesh.ts";
import { add, cross, dot, normalize, sub, type Vec3 } from "./vec.ts";

const decimals = (values: readonly number[]) =>
  values.map((value) => String(Number(value.toFixed(4)))).join(" ");
const key = (at: Vec3) => at.map((value) => Math.round(value * 5000)).join();

/** Returns the face's normal, scaled by twice its area (Newell), so larger faces count more. */
function faceNormal(face: Face): Vec3 {
  const [a, b, c, d] = face;
  if (!a || !b || !c) return [0, 0, 0];
  return d ? cross(sub(c.at, a.at), sub(d.at, b.at)) : cross(sub(b.at, a.at), sub(c.at, a.at));
}

/**
 * Returns each corner's normal: the mean over the faces that meet there at less than `crease` radians. Round parts get
 * smooth, and real edges stay sharp.
 */
function cornerNormals(mesh: Mesh, crease: number): Vec3[][] {
  const normals = mesh.map(faceNormal);
  const units = normals.map(normalize);
  const meeting = new Map<string, number[]>();
  mesh.forEach((face, index) => {
    for (const { at } of face) {
      const list = meeting.get(key(at));
      if (list) list.push(index);
      else meeting.set(key(at), [index]);
    }
  });
  const limit = Math.cos(crease);
  const normalAt = ({ at }: MeshCorner, own: number): Vec3 => {
    const mine = units[own] ?? [0, 1, 0];
    const near = (meeting.get(key(at)) ?? []).filter((other) => dot(units[other] ?? mine, mine) >= limit);
    return normalize(near.reduce<Vec3>((sum, other) => add(sum, normals[other] ?? mine), [0, 0, 0]));
  };
  return mesh.map((face, index) => face.map((corner) => normalAt(corner, index)));
}

/** Numbers the distinct lines of one kind ("v", "vt", "vn") from 1, as OBJ requires. */
class Lines {
  readonly text: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  number(values: readonly number[]): number {
    const line = `${this.#kind} ${decimals(values)}`;
    const known = this.#numbers.get(line);
    if (known) return known;
    this.text.push(line);
    this.#numbers.set(line, this.text.length);
    return this.text.length;
  }
}

/** Returns the OBJ text (v, vt, vn, f) of meshes with texture coordinates; `crease` is in radians. */
export function objText(parts: readonly { mesh: Mesh; crease: number }[]): string {
  const [points, places, normals] = [new Lines("v"), new Lines("vt"), new Lines("vn")];
  const faces = parts.flatMap(({ mesh, crease }) => {
    const directions = cornerNormals(mesh, crease);
    return mesh.map((face, index) => {
      const corners = face.map(({ at, uv }, corner) => {
        const normal = directions[index]?.[corner] ?? [0, 1, 0];
        return `${points.number(at)}/${places.number(uv)}/${normals.number(normal)}`;
      });
      return `f ${corners.join(" ")}`;
    });
  });
  return [...points.text, ...places.text, ...normals.text, ...faces, ""].join("\n");
}
