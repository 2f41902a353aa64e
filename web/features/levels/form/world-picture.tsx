import { ImageOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { World } from "#domain/world/schema.ts";
import { waitFor } from "#web/lib/wait-for.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { levelFormText } from "../text/level-form.ts";
import styles from "./world-picker.module.css";
import { drawWorldPicture, PICTURE_SIZE } from "./worlds.ts";

export function WorldPicture({ world, name }: { world: World; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | "failed">("drawing");
  useEffect(() => {
    setState("drawing");
    const show = (image: ImageData) => {
      canvas.current?.getContext("2d")?.putImageData(image, 0, 0);
      setState("drawn");
    };
    return waitFor(drawWorldPicture(world), show, () => setState("failed"));
  }, [world]);
  return (
    <span className={styles.picture}>
      <canvas
        ref={canvas}
        className={cx(state !== "drawn" && styles.hidden)}
        width={PICTURE_SIZE.width}
        height={PICTURE_SIZE.height}
        role="img"
        aria-label={levelFormText.preview(name)}
      />
      {state === "drawing" && (
        <span className={styles.overlay}>
          <Skeleton height="100%" />
        </span>
      )}
      {state === "failed" && (
        <span className={styles.overlay}>
          <ImageOff aria-hidden />
          {levelFormText.notDrawn}
        </span>
      )}
    </span>
  );
}
