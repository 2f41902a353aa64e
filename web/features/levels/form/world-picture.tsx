import { ImageOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { World } from "#domain/world/schema.ts";
import { levelFormText } from "#web/text/level-form.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./world-picker.module.css";
import { PICTURE, worldPicture } from "./worlds.ts";

/** A world, drawn here and now from its document. */
export function WorldPicture({ world, name }: { world: World; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawing" | "drawn" | "failed">("drawing");
  useEffect(() => {
    let wanted = true;
    setState("drawing");
    worldPicture(world).then(
      (image) => {
        if (!wanted) return;
        canvas.current?.getContext("2d")?.putImageData(image, 0, 0);
        setState("drawn");
      },
      () => wanted && setState("failed"),
    );
    return () => {
      wanted = false;
    };
  }, [world]);
  return (
    <span className={styles.picture}>
      <canvas
        ref={canvas}
        className={cx(state !== "drawn" && styles.unseen)}
        width={PICTURE.width}
        height={PICTURE.height}
        role="img"
        aria-label={levelFormText.preview(name)}
      />
      {state === "drawing" && (
        <span className={styles.over}>
          <Skeleton height="100%" />
        </span>
      )}
      {state === "failed" && (
        <span className={styles.over}>
          <ImageOff aria-hidden />
          {levelFormText.notDrawn}
        </span>
      )}
    </span>
  );
}
