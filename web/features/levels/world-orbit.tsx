import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { createOrbitView, type OrbitView } from "#web/game/world/orbit-view.ts";
import { takeWorldDownload } from "#web/lib/world-download.ts";
import { hasWebGl, useSingleCanvas } from "#web/scene/web-gl.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./level.module.css";
import { levelText } from "./text/level.ts";

/** Radians per key press around and above the level, and the change of the distance. */
const KEYS: Record<string, (view: OrbitView) => void> = {
  ArrowLeft: (view) => view.turn(-0.15, 0),
  ArrowRight: (view) => view.turn(0.15, 0),
  ArrowUp: (view) => view.turn(0, 0.1),
  ArrowDown: (view) => view.turn(0, -0.1),
  "+": (view) => view.zoom(0.85),
  "=": (view) => view.zoom(0.85),
  "-": (view) => view.zoom(1.18),
};

const hint = () => (matchMedia("(pointer: coarse)").matches ? levelText.viewTouchHint : levelText.viewHint);

interface WorldOrbitProps {
  levelId: number;
  title: string;
  onClose: () => void;
}

/** A level in 3D over its picture. Closes with a message if it can't be shown. */
export default function WorldOrbit({ levelId, title, onClose }: WorldOrbitProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<OrbitView | null>(null);
  const [isReady, setReady] = useState(false);
  const isOnlyCanvas = useSingleCanvas();

  const fail = useEffectEvent((message: string) => {
    toast(message, { tone: "bad" });
    onClose();
  });

  useEffect(() => {
    const element = canvas.current;
    if (!isOnlyCanvas || !element) return;
    if (!hasWebGl()) return fail(levelText.viewNoWebGl);
    const download = takeWorldDownload(levelId);
    let isClosed = false;
    const show = async () => {
      const { world } = await download.document;
      if (isClosed) return;
      view.current = createOrbitView({
        canvas: element,
        world,
        reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
        onLost: () => fail(levelText.viewFailed),
      });
      await view.current.ready;
      if (isClosed) return;
      setReady(true);
      element.focus({ preventScroll: true });
    };
    show().catch(() => isClosed || fail(levelText.viewFailed));
    return () => {
      isClosed = true;
      download.abort();
      view.current?.dispose();
      view.current = null;
    };
  }, [isOnlyCanvas, levelId]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onClose();
    const move = KEYS[event.key];
    if (!move || !view.current) return;
    move(view.current);
    event.preventDefault();
  };

  return (
    <>
      {isOnlyCanvas && (
        <canvas
          ref={canvas}
          className={styles.orbit}
          data-ready={isReady}
          // It has to be focusable for the arrow keys.
          tabIndex={0}
          role="img"
          aria-label={levelText.viewLabel(title)}
          onKeyDown={onKeyDown}
        />
      )}
      <p className={styles.viewStatus} role="status">
        {isReady ? hint() : levelText.viewLoading}
      </p>
      <span className={styles.viewClose}>
        <IconButton icon={X} variant="solid" label={levelText.viewClose} onClick={onClose} />
      </span>
    </>
  );
}
