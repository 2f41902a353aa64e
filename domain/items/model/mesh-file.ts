import type { MeshData } from "#domain/avatar/model/mesh.ts";

/**
 * The mesh file format: "BOPM", version, numbers of vertices and indices (32 bits each, everything little-endian), then
 * positions, normals and uvs as 32-bit floats, and the indices as 16 bits, or 32 bits with more than 65,535 vertices. A mesh
 * file needs no parsing, while parsing OBJ text takes longer than drawing it.
 */
const MAGIC = 0x4d504f42;
const VERSION = 1;
const HEADER_BYTES = 16;

export function writeMeshFile({ positions, normals, uvs, indices }: MeshData): Uint8Array {
  const vertices = positions.length / 3;
  const bytes = new Uint8Array(HEADER_BYTES + vertices * 32 + indices.byteLength);
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, vertices, indices.length]);
  const floats = new Float32Array(bytes.buffer, HEADER_BYTES, vertices * 8);
  floats.set(positions);
  floats.set(normals, vertices * 3);
  floats.set(uvs, vertices * 6);
  bytes.set(
    new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength),
    HEADER_BYTES + vertices * 32,
  );
  return bytes;
}

/** Reads a file written by `writeMeshFile`. Throws for anything else. */
export function readMeshFile(buffer: ArrayBuffer): MeshData {
  const [magic, version, vertices = 0, count = 0] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC || version !== VERSION) throw new Error("This isn't a mesh file.");
  const floats = new Float32Array(buffer, HEADER_BYTES, vertices * 8);
  const at = HEADER_BYTES + vertices * 32;
  return {
    positions: floats.subarray(0, vertices * 3),
    normals: floats.subarray(vertices * 3, vertices * 6),
    uvs: floats.subarray(vertices * 6),
    indices: vertices > 65_535 ? new Uint32Array(buffer, at, count) : new Uint16Array(buffer, at, count),
  };
}
