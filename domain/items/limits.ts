export const MODEL_LIMITS = {
  bytes: 2 * 1024 * 1024,
  triangles: 20_000,
  /** Positions, texture coordinates and normals, each. */
  vertices: 60_000,
  /** Largest absolute value of a coordinate. */
  coordinate: 1_000_000,
} as const;
