/** What an uploaded model may have. */
export const MODEL_LIMITS = {
  bytes: 2 * 1024 * 1024,
  triangles: 20_000,
  /** Positions, texture places and normals: as many of each. */
  vertices: 60_000,
  /** No coordinate is farther from 0. */
  coordinate: 1_000_000,
} as const;
