import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { writeMeshFile } from "#domain/items/model/mesh-file.ts";
import { ModelError } from "#domain/items/model/model-error.ts";
import { parseModel } from "#domain/items/model/parse-model.ts";
import { hasModel } from "#domain/items/rules.ts";

/**
 * Converts an uploaded model to the mesh file that's stored; null for types without a model. Throws a 422 at `obj` if
 * it's missing, not allowed, not an .obj or unreadable.
 */
export async function readModel(file: File | undefined, type: ItemTypeId): Promise<Uint8Array | null> {
  if (!hasModel(type)) {
    if (file) throw fieldError("obj", "Only hats and toys have a model.");
    return null;
  }
  if (!file) throw fieldError("obj", "A hat or toy needs a model.");
  if (!/\.obj$/i.test(file.name)) throw fieldError("obj", "Model must be an obj");
  if (file.size > MODEL_LIMITS.bytes)
    throw fieldError("obj", sizeProblem("The model", file.size, MODEL_LIMITS.bytes));
  try {
    return writeMeshFile(parseModel(new Uint8Array(await file.arrayBuffer()), type === 1 ? "hat" : "toy"));
  } catch (error) {
    if (error instanceof ModelError) throw fieldError("obj", error.message);
    throw error;
  }
}
