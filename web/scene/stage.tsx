import { createRoot, type ReconcilerRoot } from "@react-three/fiber";
import { type ReactNode, useEffect, useRef } from "react";
import { setConsoleFunction } from "three";
import styles from "./preview.module.css";

export interface StageProps {
  /** Draws only when something changes. */
  still: boolean;
  /** The WebGL context was lost. */
  onLost: () => void;
  /** react-three-fiber elements. */
  children: ReactNode;
}

const MAX_PIXEL_RATIO = 2;

// react-three-fiber creates a THREE.Clock in every store, which three has warned about since r183. Hides only that warning.
setConsoleFunction((type, message: string, ...rest: unknown[]) => {
  if (message.includes("THREE.Clock")) return;
  if (type === "error") console.error(message, ...rest);
  else console.warn(message, ...rest);
});

/**
 * A canvas for react-three-fiber. Its own `Canvas` bundles all of three.js; this one only draws existing objects
 * (`primitive`), which needs a fraction of it. Colors are shown without tone mapping.
 */
export function Stage({ still, onLost, children }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const latest = useRef(children);
  latest.current = children;

  useEffect(() => {
    const element = canvas.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    // `Canvas` registers all of three.js. `createRoot` with existing objects makes the 3D chunk a quarter smaller.
    const newRoot = createRoot(element);
    let isUnmounted = false;
    const resize = async () => {
      const { width, height } = box.getBoundingClientRect();
      if (!width || !height) return;
      await newRoot.configure({
        flat: true,
        dpr: [1, MAX_PIXEL_RATIO],
        gl: { antialias: true, alpha: true },
        frameloop: still ? "demand" : "always",
        size: { width, height, top: 0, left: 0 },
      });
      if (isUnmounted) return;
      root.current = newRoot;
      newRoot.render(latest.current);
    };
    const observer = new ResizeObserver(() => void resize());
    observer.observe(box);
    const handleLost = (event: Event) => {
      event.preventDefault();
      onLost();
    };
    element.addEventListener("webglcontextlost", handleLost);
    return () => {
      isUnmounted = true;
      root.current = null;
      observer.disconnect();
      // Unmounting also releases the context, which must not count as lost.
      element.removeEventListener("webglcontextlost", handleLost);
      newRoot.unmount();
    };
  }, [still, onLost]);

  useEffect(() => {
    root.current?.render(children);
  }, [children]);

  return <canvas ref={canvas} className={styles.surface} />;
}
