import { layOutAtlas, mapToAtlas, paintAtlas } from "./atlas.ts";
import type { Mesh } from "./mesh.ts";
import { objText } from "./obj.ts";
import type { ModelPaint } from "./paint.ts";

/** An official hat (1) or toy (2). */
export interface SeedModel {
  type_id: 1 | 2;
  name: string;
  description: string;
  /** OBJ text with v, vt, vn, f. */
  obj: () => string;
  /** 512 × 512 RGBA, row by row from the top, not premultiplied. */
  texture: () => Uint8ClampedArray;
}

/** A part of a model: its mesh, its paint, and the angle (radians) from which edges are hard. */
export interface Part {
  mesh: Mesh;
  paint: ModelPaint;
  crease: number;
}

/** Returns a part. Edges sharper than `crease` radians (default 50°) stay hard. */
export function part(mesh: Mesh, paint: ModelPaint, crease = 0.87): Part {
  return { mesh, paint, crease };
}

/** Applies the same change to all parts. */
export function placed(parts: readonly Part[], change: (mesh: Mesh) => Mesh): Part[] {
  return parts.map((piece) => ({ ...piece, mesh: change(piece.mesh) }));
}

/** Returns a hat, built on demand. Its origin is inside the head, on its axis. */
export function hat(name: string, description: string, build: () => readonly Part[]): SeedModel {
  return model(1, name, description, build);
}

/** Returns a toy, built on demand. Its origin is the grip, the middle of the right mitten. */
export function toy(name: string, description: string, build: () => readonly Part[]): SeedModel {
  return model(2, name, description, build);
}

function model(type_id: 1 | 2, name: string, description: string, build: () => readonly Part[]): SeedModel {
  const layout = (parts: readonly Part[]) => layOutAtlas(parts.map((piece) => piece.paint));
  const obj = () => {
    const parts = build();
    const places = layout(parts);
    return objText(
      parts.map(({ mesh, paint, crease }) => ({ mesh: mapToAtlas(mesh, paint, places), crease })),
    );
  };
  return { type_id, name, description, obj, texture: () => paintAtlas(layout(build())) };
}
