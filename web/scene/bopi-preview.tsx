import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import type { LocalItem, PreviewLook } from "./look.ts";
import styles from "./preview.module.css";
import { sceneText } from "./text.ts";
import { hasWebGl, useSingleCanvas } from "./web-gl.ts";

export type { LocalItem, PreviewLook } from "./look.ts";

const BopiCanvas = lazy(() => import("./bopi-canvas.tsx"));

export interface BopiPreviewProps {
  look: PreviewLook;
  /** An item that isn't uploaded yet, to try on. */
  localItem?: LocalItem | null;
  /** Each new number makes the bopi hop. */
  hops?: number;
  /** URL of the bopi's rendered image, shown until the canvas is ready and if there can't be one. */
  picture: string;
  alt: string;
  label: string;
  className?: string | undefined;
}

/**
 * A 3D bopi that can be rotated. three.js is in its own chunk. Shows the image instead if there is no WebGL, the context is
 * lost, the code can't be loaded, or the page already has a canvas.
 */
export function BopiPreview(props: BopiPreviewProps) {
  const { look, localItem = null, hops = 0, picture, alt, label, className } = props;
  const [failed, setFailed] = useState(false);
  const [ready, setReady] = useState(false);
  const isOnlyCanvas = useSingleCanvas();
  /** Null until it is known. */
  const [supported, setSupported] = useState<boolean | null>(null);
  // Checked after the first paint, because creating a context is slow.
  useEffect(() => setSupported(hasWebGl()), []);
  const onReady = useCallback(() => setReady(true), []);
  const onLost = useCallback(() => setFailed(true), []);
  const showsCanvas = supported === true && isOnlyCanvas && !failed;
  return (
    <div
      className={cx(styles.preview, className)}
      data-preview={showsCanvas ? (ready ? "canvas" : "loading") : "picture"}
    >
      {!(showsCanvas && ready) && (
        <img className={styles.picture} src={picture} width={512} height={512} alt={alt} />
      )}
      {localItem && !showsCanvas && supported !== null && (
        <p className={styles.notice} role="status">
          {sceneText.noPreview}
        </p>
      )}
      {showsCanvas && (
        <SilentErrorBoundary onFail={onLost}>
          <Suspense>
            <BopiCanvas
              look={look}
              localItem={localItem}
              hops={hops}
              label={label}
              onReady={onReady}
              onLost={onLost}
            />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </div>
  );
}
