import { useEffect, useRef, useState } from "react";
import type { Pixels } from "#domain/avatar/model/pixels.ts";
import type { ItemTypeId } from "#domain/items/rules.ts";
import { TEXTURE_HEAD, textureProblem } from "#domain/items/texture.ts";
import { readPixels } from "#web/scene/pixels.ts";
import { createItemText } from "#web/text/shop.ts";

interface Picked {
  file: File;
  /** How the file begins. */
  head: Uint8Array;
}

/** A picked texture: whether it will do for the type, and its pixels to try on. */
export function useTexture(type: ItemTypeId) {
  const [picked, setPicked] = useState<Picked | null>(null);
  const [read, setRead] = useState<{ file: File; pixels: Pixels | null } | null>(null);
  const latest = useRef<File | null>(null);
  const file = picked?.file ?? null;
  const unfit = picked && textureProblem(picked.head, picked.file.size, type);
  const fits = picked !== null && unfit === null;

  useEffect(() => {
    if (!file || !fits) return;
    let wanted = true;
    readPixels(file).then(
      (pixels) => wanted && setRead({ file, pixels }),
      () => wanted && setRead({ file, pixels: null }),
    );
    return () => {
      wanted = false;
    };
  }, [file, fits]);

  const pick = async (chosen: File | null) => {
    latest.current = chosen;
    if (!chosen) return setPicked(null);
    // What can't be read has no beginning, and is no PNG.
    const head = await chosen
      .slice(0, TEXTURE_HEAD)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0));
    if (latest.current === chosen) setPicked({ file: chosen, head: new Uint8Array(head) });
  };
  const isRead = fits && read?.file === file;
  return {
    file,
    problem: unfit ?? (isRead && !read.pixels ? createItemText.textureBroken : null),
    /** Null until it is decoded, and when it will not do. */
    pixels: isRead ? read.pixels : null,
    pick: (chosen: File | null) => void pick(chosen),
  };
}
