import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { Guard } from "#web/ui/guard.tsx";

import type { LocalItem, PreviewLook } from "./look.ts";
import styles from "./preview.module.css";
import { hasWebGl, useOnlyCanvas } from "./webgl.ts";

export type { LocalItem, PreviewLook } from "./look.ts";

const BopiCanvas = lazy(() => import("./bopi-canvas.tsx"));

export interface BopiPreviewProps {
  look: PreviewLook;
  /** An item to try on that is not on the site yet. */
  local?: LocalItem | null;
  /** The bopi's drawn picture: stands there until the canvas is ready, and instead of it where there can't be one. */
  picture: string;
  /** What it shows, for those who can't see it. */
  label: string;
  className?: string | undefined;
}

/**
 * A bopi in 3D that can be turned around. three.js comes in a chunk of its own; without WebGL, when its context is lost,
 * when the code can't be had, and where the page has a canvas already, the picture stands in its place.
 */
export function BopiPreview({ look, local = null, picture, label, className }: BopiPreviewProps) {
  const [failed, setFailed] = useState(false);
  const [ready, setReady] = useState(false);
  const mayDraw = useOnlyCanvas();
  const [supported, setSupported] = useState(false);
  // Asked after the first paint: making a context takes a moment.
  useEffect(() => setSupported(hasWebGl()), []);
  const onReady = useCallback(() => setReady(true), []);
  const onLost = useCallback(() => setFailed(true), []);
  const draws = supported && mayDraw && !failed;
  return (
    <div
      className={cx(styles.preview, className)}
      data-preview={draws ? (ready ? "canvas" : "loading") : "picture"}
    >
      {!(draws && ready) && (
        <img className={styles.picture} src={picture} width={512} height={512} alt={label} />
      )}
      {draws && (
        <Guard onFail={onLost}>
          <Suspense>
            <BopiCanvas look={look} local={local} label={label} onReady={onReady} onLost={onLost} />
          </Suspense>
        </Guard>
      )}
    </div>
  );
}
