import type { Vec3 } from "#domain/world/schema.ts";

/** A box along the axes. */
export interface Bounds {
  low: Vec3;
  high: Vec3;
}
