/** A surface as plain arrays: 3 numbers per vertex for positions and normals, 2 for uvs, 3 vertices per triangle. */
export interface MeshData {
  /** In the bopi's units, Y up, +Z its front. */
  positions: Float32Array;
  /** Unit length, pointing outwards. */
  normals: Float32Array;
  /** From 0 to 1, (0, 0) at the picture's top left: rows run down as they do in its data. */
  uvs: Float32Array;
  /** Counter-clockwise seen from outside. */
  indices: Uint16Array | Uint32Array;
  /** How much ambient light reaches each vertex, 0 to 1; full light if absent. */
  shades?: Float32Array;
}

export const triangleCount = (mesh: MeshData): number => mesh.indices.length / 3;
