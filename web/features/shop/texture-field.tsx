import { Box, ImageUp } from "lucide-react";
import { triangleCount } from "#domain/avatar/model/mesh.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { hasModel } from "#domain/items/rules.ts";
import { useObjectUrl } from "#web/lib/object-url.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";
import type { useModel } from "./use-model.ts";
import type { useTexture } from "./use-texture.ts";

const text = createItemText;

function textureHint(type: ItemTypeId): string {
  if (type === 3) return text.textureHintFace;
  return hasModel(type) ? text.textureHintModel : text.textureHint;
}

interface TextureFieldProps {
  type: ItemTypeId;
  texture: ReturnType<typeof useTexture>;
  errors: string[];
}

/** The item's texture. Problems show as soon as a file is picked. */
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

interface ModelFieldProps {
  model: ReturnType<typeof useModel>;
  errors: string[];
}

/** The 3D model of a hat or toy. */
export function ModelField({ model, errors }: ModelFieldProps) {
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
