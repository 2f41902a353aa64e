import { fieldError } from "#domain/errors.ts";
import { sizeProblem } from "#domain/file-size.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { ModelError } from "#domain/items/model/error.ts";
import { writeMesh } from "#domain/items/model/file.ts";
import { parseModel } from "#domain/items/model/parse.ts";
import { hasModel, type ItemTypeId } from "#domain/items/rules.ts";

/**
 * An uploaded model as the mesh file that will be stored; null where the type has none. 422 at `obj` when it is missing,
 * out of place, no .obj, or not to be read.
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
    return writeMesh(parseModel(new Uint8Array(await file.arrayBuffer()), type === 1 ? "hat" : "toy"));
  } catch (error) {
    if (error instanceof ModelError) throw fieldError("obj", error.message);
    throw error;
  }
}
