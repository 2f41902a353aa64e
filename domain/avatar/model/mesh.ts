/** A surface as plain arrays: three numbers a vertex for positions and normals, two for uvs, three vertices a triangle. */
export interface MeshData {
  /** Units of the bopi, Y up, +Z its front. */
  positions: Float32Array;
  /** Unit length, pointing outwards. */
  normals: Float32Array;
  /** From 0 to 1, (0, 0) at the picture's top left: rows run down as they do in its data. */
  uvs: Float32Array;
  /** Counter-clockwise seen from outside. */
  indices: Uint16Array | Uint32Array;
  /** How much of the surrounding light reaches each vertex, 0 to 1; all of it where absent. */
  shades?: Float32Array;
}

/** Triangles of a mesh. */
export const triangleCount = (mesh: MeshData): number => mesh.indices.length / 3;
