import { useEffect, useState } from "react";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { createItemText } from "./text/create-item.ts";

type ModelResult = { mesh: MeshData } | { problem: string };

/** Parses a model with the server's rules. The parser loads on first use. */
async function readModel(file: File, slot: "hat" | "toy"): Promise<ModelResult> {
  if (!/\.obj$/i.test(file.name)) return { problem: createItemText.modelNotObj };
  // Reads at most one byte past the limit; the parser rejects longer files.
  const bytes = file.slice(0, MODEL_LIMITS.bytes + 1);
  const [{ parseModel }, { ModelError }] = await Promise.all([
    import("#domain/items/model/parse-model.ts"),
    import("#domain/items/model/model-error.ts"),
  ]);
  try {
    return { mesh: parseModel(new Uint8Array(await bytes.arrayBuffer()), slot) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.message : createItemText.modelBroken };
  }
}

/** Parses the picked model file into a mesh or a problem. Parses again when the slot changes. */
export function useModel(type: ItemTypeId) {
  const [file, pick] = useState<File | null>(null);
  const slot = type === 1 ? "hat" : type === 2 ? "toy" : null;
  const [read, setRead] = useState<{ file: File; slot: string; result: ModelResult } | null>(null);

  useEffect(() => {
    if (!file || !slot) return;
    let isCurrent = true;
    const show = (result: ModelResult) => isCurrent && setRead({ file, slot, result });
    readModel(file, slot).then(show, () => show({ problem: createItemText.modelBroken }));
    return () => {
      isCurrent = false;
    };
  }, [file, slot]);

  const result = read && read.file === file && read.slot === slot ? read.result : null;
  return {
    file,
    mesh: result && "mesh" in result ? result.mesh : null,
    problem: result && "problem" in result ? result.problem : null,
    reading: file !== null && slot !== null && result === null,
    pick,
  };
}
