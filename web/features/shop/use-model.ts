import { useEffect, useState } from "react";
import type { MeshData } from "#domain/avatar/model/mesh.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import { createItemText } from "#web/text/shop.ts";

type Read = { mesh: MeshData } | { problem: string };

/** A model as the site will read it. The code that reads models comes when there is one. */
async function readModel(file: File, slot: "hat" | "toy"): Promise<Read> {
  if (!/\.obj$/i.test(file.name)) return { problem: createItemText.modelNotObj };
  // Before it is all brought into memory; the parser says the same.
  const bytes = file.slice(0, MODEL_LIMITS.bytes + 1);
  const [{ parseModel }, { ModelError }] = await Promise.all([
    import("#domain/items/model/parse.ts"),
    import("#domain/items/model/error.ts"),
  ]);
  try {
    return { mesh: parseModel(new Uint8Array(await bytes.arrayBuffer()), slot) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.message : createItemText.modelBroken };
  }
}

/** A picked model file: its mesh, or what is wrong with it. It is read again for another slot. */
export function useModel(type: ItemTypeId) {
  const [file, pick] = useState<File | null>(null);
  const slot = type === 1 ? "hat" : type === 2 ? "toy" : null;
  const [read, setRead] = useState<{ file: File; slot: string; result: Read } | null>(null);

  useEffect(() => {
    if (!file || !slot) return;
    let wanted = true;
    const show = (result: Read) => wanted && setRead({ file, slot, result });
    readModel(file, slot).then(show, () => show({ problem: createItemText.modelBroken }));
    return () => {
      wanted = false;
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
