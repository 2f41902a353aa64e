import type { MeshData } from "#domain/avatar/model/mesh.ts";

/**
 * A mesh as a file: "BOPM", version, numbers of vertices and indices (32 bits each, little-endian as all that follows),
 * then positions, normals, uvs as 32-bit floats and the indices as 16 bits, or 32 where there are more than 65,535
 * vertices. Reading it costs nothing; reading OBJ text costs more than drawing it.
 */
const MAGIC = 0x4d504f42;
const VERSION = 1;
const HEAD = 16;

export function writeMesh({ positions, normals, uvs, indices }: MeshData): Uint8Array {
  const vertices = positions.length / 3;
  const bytes = new Uint8Array(HEAD + vertices * 32 + indices.byteLength);
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, vertices, indices.length]);
  const floats = new Float32Array(bytes.buffer, HEAD, vertices * 8);
  floats.set(positions);
  floats.set(normals, vertices * 3);
  floats.set(uvs, vertices * 6);
  bytes.set(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength), HEAD + vertices * 32);
  return bytes;
}

/** The mesh of a file that `writeMesh` made; throws when it is something else. */
export function readMesh(buffer: ArrayBuffer): MeshData {
  const [magic, version, vertices = 0, count = 0] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC || version !== VERSION) throw new Error("This is no mesh file.");
  const floats = new Float32Array(buffer, HEAD, vertices * 8);
  const at = HEAD + vertices * 32;
  return {
    positions: floats.subarray(0, vertices * 3),
    normals: floats.subarray(vertices * 3, vertices * 6),
    uvs: floats.subarray(vertices * 6),
    indices: vertices > 65_535 ? new Uint32Array(buffer, at, count) : new Uint16Array(buffer, at, count),
  };
}
