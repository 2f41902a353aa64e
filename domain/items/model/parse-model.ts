import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { sizeProblem } from "../../file-size.ts";
import { MODEL_LIMITS } from "../limits.ts";
import { buildMesh } from "./build-mesh.ts";
import { fitModel } from "./fit-model.ts";
import { ModelError } from "./model-error.ts";
import { readObj } from "./obj.ts";

/**
 * Parses an uploaded OBJ file into a mesh in its slot's space. Throws `ModelError` with a message for the
 * user.
 */
export function parseModel(bytes: Uint8Array, slot: "hat" | "toy"): MeshData {
  if (bytes.byteLength > MODEL_LIMITS.bytes)
    throw new ModelError(sizeProblem("The model", bytes.byteLength, MODEL_LIMITS.bytes));
  const mesh = fitModel(buildMesh(readObj(new TextDecoder().decode(bytes))), slot);
  return { ...mesh, positions: Float32Array.from(mesh.positions) };
}
