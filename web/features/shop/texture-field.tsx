import { Box, ImageUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type MeshData, triangleCount } from "#domain/avatar/model/mesh.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { MODEL_LIMITS } from "#domain/items/limits.ts";
import { hasModel } from "#domain/items/rules.ts";
import { TEXTURE_HEADER_BYTES, textureProblem } from "#domain/items/texture-problem.ts";
import { useObjectUrl } from "#web/lib/object-url.ts";
import { waitFor } from "#web/lib/wait-for.ts";
import type { ReadUpload } from "#web/scene/pixels.ts";
import { loadChunk, toastLoadError } from "#web/ui/chunks.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import styles from "./create.module.css";
import { createItemText as text } from "./text/create-item.ts";

/** In the chunk of the 3D preview, which needs it, too. */
const importPixels = () => import("#web/scene/pixels.ts");

/** Decodes a picture; null if it's broken. Undefined without the code for it, after a message about that. */
async function readPicture(file: File): Promise<ReadUpload | null | undefined> {
  const loaded = await loadChunk(importPixels).catch(() => undefined);
  if (!loaded) return void toastLoadError();
  return loaded.readUpload(file).catch(() => null);
}

interface PickedFile {
  file: File;
  head: Uint8Array;
}

export function useTexture(type: ItemTypeId) {
  const [picked, setPicked] = useState<PickedFile | null>(null);
  const [read, setRead] = useState<{ file: File; picture: ReadUpload | null } | null>(null);
  const latest = useRef<File | null>(null);
  const file = picked?.file ?? null;
  const formatProblem = picked && textureProblem(picked.head, picked.file.size, type);
  const isValid = picked !== null && formatProblem === null;

  useEffect(() => {
    if (!file || !isValid) return;
    return waitFor(readPicture(file), (picture) => picture !== undefined && setRead({ file, picture }));
  }, [file, isValid]);

  const pick = async (chosen: File | null) => {
    latest.current = chosen;
    if (!chosen) return setPicked(null);
    // An unreadable file has an empty head, so it fails as not a PNG.
    const head = await chosen
      .slice(0, TEXTURE_HEADER_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0));
    if (latest.current === chosen) setPicked({ file: chosen, head: new Uint8Array(head) });
  };
  const isRead = isValid && read?.file === file;
  return {
    file,
    problem: formatProblem ?? (isRead && !read.picture ? text.textureBroken : null),
    /** Null until decoded, and if the file is invalid. */
    picture: isRead ? read.picture : null,
    pick: (chosen: File | null) => void pick(chosen),
  };
}

type ModelResult = { mesh: MeshData } | { problem: string };

async function readModel(file: File, slot: "hat" | "toy"): Promise<ModelResult> {
  if (!/\.obj$/i.test(file.name)) return { problem: text.modelNotObj };
  // Reads at most one byte past the limit; the parser rejects longer files.
  const bytes = file.slice(0, MODEL_LIMITS.bytes + 1);
  const [{ parseModel }, { ModelError }] = await Promise.all([
    import("#domain/items/model/parse-model.ts"),
    import("#domain/items/model/model-error.ts"),
  ]);
  try {
    return { mesh: parseModel(new Uint8Array(await bytes.arrayBuffer()), slot) };
  } catch (error) {
    return { problem: error instanceof ModelError ? error.message : text.modelBroken };
  }
}

/** Parses the picked model file into a mesh or a problem. Parses again when the slot changes. */
export function useModel(type: ItemTypeId) {
  const [file, pick] = useState<File | null>(null);
  const slot = type === 1 ? "hat" : type === 2 ? "toy" : null;
  const [read, setRead] = useState<{ file: File; slot: string; result: ModelResult } | null>(null);

  useEffect(() => {
    if (!file || !slot) return;
    const show = (result: ModelResult) => setRead({ file, slot, result });
    return waitFor(readModel(file, slot), show, () => show({ problem: text.modelBroken }));
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

function textureHint(type: ItemTypeId): string {
  if (type === 3) return text.textureHintFace;
  return hasModel(type) ? text.textureHintModel : text.textureHint;
}

interface TextureFieldProps {
  type: ItemTypeId;
  texture: ReturnType<typeof useTexture>;
  errors: string[];
}

export function TextureField({ type, texture, errors }: TextureFieldProps) {
  const url = useObjectUrl(texture.picture?.shown ?? null);
  return (
    <FileDrop
      name="texture"
      label={text.texture}
      hint={textureHint(type)}
      accept="image/png,.png"
      icon={ImageUp}
      prompt={texture.file ? text.textureChange : text.textureDrop}
      file={texture.file}
      onPick={texture.pick}
      preview={url && <img className={styles.texture} src={url} alt="" />}
      errors={texture.problem ? [texture.problem] : errors}
    />
  );
}

export function ModelField({ model, errors }: { model: ReturnType<typeof useModel>; errors: string[] }) {
  const { file, mesh, problem, reading, pick } = model;
  const facts = mesh ? text.modelFacts(triangleCount(mesh)) : null;
  return (
    <FileDrop
      name="obj"
      label={text.model}
      hint={reading ? text.reading : (facts ?? text.modelHint)}
      accept=".obj,model/obj"
      icon={Box}
      prompt={file ? text.modelChange : text.modelDrop}
      file={file}
      onPick={pick}
      errors={problem ? [problem] : errors}
    />
  );
}
