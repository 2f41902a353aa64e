import { useEffect, useRef } from "react";
import { BuildDocument } from "#domain/build/document.ts";
import { partId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { toWorld } from "#domain/build/world.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import styles from "./prefabs-modal.module.css";

const SIZE = { width: 160, height: 90 } as const;

/** A small picture of parts, drawn in the browser a moment after it appears. */
export function PartsPicture({ parts }: { parts: readonly Part[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const world = toWorld(new BuildDocument(parts.map((part, i) => [partId(0, i), part])));
      const pixels = new Uint8ClampedArray(drawWorld(world, SIZE));
      canvas.current?.getContext("2d")?.putImageData(new ImageData(pixels, SIZE.width, SIZE.height), 0, 0);
    }, 0);
    return () => clearTimeout(timer);
  }, [parts]);
  return <canvas ref={canvas} className={styles.picture} {...SIZE} aria-hidden />;
}
