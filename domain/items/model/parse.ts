import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { sizeProblem } from "../../file-size.ts";
import { MODEL_LIMITS } from "../limits.ts";
import { buildMesh } from "./build.ts";
import { ModelError } from "./error.ts";
import { fitModel } from "./fit.ts";
import { readObj } from "./obj.ts";

/** An uploaded OBJ file as a mesh in its slot's space; throws `ModelError` with a sentence for the person. */
export function parseModel(bytes: Uint8Array, slot: "hat" | "toy"): MeshData {
  if (bytes.byteLength > MODEL_LIMITS.bytes)
    throw new ModelError(sizeProblem("The model", bytes.byteLength, MODEL_LIMITS.bytes));
  return fitModel(buildMesh(readObj(new TextDecoder().decode(bytes))), slot);
}
