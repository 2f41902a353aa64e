import { useEffect, useRef } from "react";
import { partsBounds } from "#domain/build/bounds.ts";
import { BuildDocument } from "#domain/build/document.ts";
import { partId, SPAWN_ID } from "#domain/build/ids.ts";
import { isPlaced, type Part } from "#domain/build/part.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { toWorld } from "#domain/build/world.ts";
import { drawWorld } from "#domain/world/draw-world.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import styles from "./prefabs-modal.module.css";

const SIZE = { width: 192, height: 108 } as const;
const YAW = 45;
const PITCH = 28;
const SLOPE = Math.sin((PITCH * Math.PI) / 180);
const MARGIN = 1.25;
const SMALLEST = 6;

/** A camera that shows all of the parts. */
function viewOf(parts: readonly Part[]): PictureView | null {
  const bounds = partsBounds(parts.filter(isPlaced));
  if (!bounds) return null;
  const { low, high } = bounds;
  const [x, y, z] = [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
  // From a corner, the ground's diagonal is as wide as both sides at 45°.
  const width = (x + z) * Math.SQRT1_2;
  const height = Math.max(y + width * SLOPE, (width * SIZE.height) / SIZE.width) * MARGIN;
  const center = low.map((value, i) => (value + (high[i] ?? value)) / 2) as PictureView["center"];
  return { yaw: YAW, pitch: PITCH, center, height: Math.max(SMALLEST, height) };
}

/** A small picture of parts, drawn in the browser a moment after it appears. */
export function PartsPicture({ parts }: { parts: readonly Part[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const document = new BuildDocument([
        // Out of sight: only a level has a spawn.
        [SPAWN_ID, { kind: "spawn", position: [0, -WORLD_LIMITS.coordinate, 0] }],
        ...parts.map((part, i) => [partId(0, i), part] as const),
      ]);
      const pixels = drawWorld(toWorld(document), { ...SIZE, view: viewOf(parts) });
      const image = new ImageData(new Uint8ClampedArray(pixels), SIZE.width, SIZE.height);
      canvas.current?.getContext("2d")?.putImageData(image, 0, 0);
    }, 0);
    return () => clearTimeout(timer);
  }, [parts]);
  return <canvas ref={canvas} className={styles.picture} {...SIZE} aria-hidden />;
}
