import { layOut, onTexture, paintAll } from "./atlas.ts";
import { type Mesh, turn } from "./mesh.ts";
import { objText } from "./obj.ts";
import type { Paint } from "./paint.ts";

/** A hat (1) or a toy (2) the site is born with. */
export interface SeedModel {
  type_id: 1 | 2;
  name: string;
  description: string;
  /** OBJ text with v, vt, vn, f. */
  obj: () => string;
  /** 512 × 512 RGBA, row by row from the top, not premultiplied. */
  texture: () => Uint8ClampedArray;
}

/** A piece of a model: its faces, its paint, and the angle (radians) from which an edge is hard. */
export interface Part {
  mesh: Mesh;
  paint: Paint;
  crease: number;
}

/** A piece of a model. Edges sharper than `crease` radians (default 50°) stay edges. */
export function part(mesh: Mesh, paint: Paint, crease = 0.87): Part {
  return { mesh, paint, crease };
}

/** All parts changed alike: leant, moved, stretched. */
export function placed(parts: readonly Part[], change: (mesh: Mesh) => Mesh): Part[] {
  return parts.map((piece) => ({ ...piece, mesh: change(piece.mesh) }));
}

/** Tall things in the hand lean forward and away from the face. */
export function leant(mesh: Mesh): Mesh {
  return turn(turn(mesh, "x", 0.25), "z", 0.28);
}

/** A hat, built when it is asked for. Its origin lies inside the head, on its axis. */
export function hat(name: string, description: string, build: () => readonly Part[]): SeedModel {
  return model(1, name, description, build);
}

/** A toy, built when it is asked for. Its origin is the grip, the middle of the right mitten. */
export function toy(name: string, description: string, build: () => readonly Part[]): SeedModel {
  return model(2, name, description, build);
}

function model(type_id: 1 | 2, name: string, description: string, build: () => readonly Part[]): SeedModel {
  const layout = (parts: readonly Part[]) => layOut(parts.map((piece) => piece.paint));
  const obj = () => {
    const parts = build();
    const places = layout(parts);
    return objText(
      parts.map(({ mesh, paint, crease }) => ({ mesh: onTexture(mesh, paint, places), crease })),
    );
  };
  return { type_id, name, description, obj, texture: () => paintAll(layout(build())) };
}
