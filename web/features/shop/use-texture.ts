import { useEffect, useRef, useState } from "react";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import { TEXTURE_HEADER_BYTES, textureProblem } from "#domain/items/texture-problem.ts";
import type { ReadUpload } from "#web/scene/pixels.ts";
import { loadChunk, toastLoadError } from "#web/ui/chunks.ts";
import { createItemText } from "./text/create-item.ts";

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
  /** The file's first bytes. */
  head: Uint8Array;
}

/** Checks the picked texture for the type and decodes its pixels for the preview. */
export function useTexture(type: ItemTypeId) {
  const [picked, setPicked] = useState<PickedFile | null>(null);
  const [read, setRead] = useState<{ file: File; picture: ReadUpload | null } | null>(null);
  const latest = useRef<File | null>(null);
  const file = picked?.file ?? null;
  const formatProblem = picked && textureProblem(picked.head, picked.file.size, type);
  const isValid = picked !== null && formatProblem === null;

  useEffect(() => {
    if (!file || !isValid) return;
    let isCurrent = true;
    void readPicture(file).then(
      (picture) => isCurrent && picture !== undefined && setRead({ file, picture }),
    );
    return () => {
      isCurrent = false;
    };
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
    problem: formatProblem ?? (isRead && !read.picture ? createItemText.textureBroken : null),
    /** Null until decoded, and if the file is invalid. */
    picture: isRead ? read.picture : null,
    pick: (chosen: File | null) => void pick(chosen),
  };
}
