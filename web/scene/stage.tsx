import { createRoot, type ReconcilerRoot } from "@react-three/fiber";
import { type ReactNode, useEffect, useRef } from "react";
import { setConsoleFunction } from "three";
import styles from "./preview.module.css";

export interface StageProps {
  /** Draws only when something has changed. */
  still: boolean;
  /** The graphics card took the context away. */
  onLost: () => void;
  /** What is drawn: react-three-fiber's elements. */
  children: ReactNode;
}

const MOST_PIXELS = 2;

// react-three-fiber makes a THREE.Clock in every store, which three warns of since r183; all else it says is passed on.
setConsoleFunction((type, message: string, ...rest: unknown[]) => {
  if (message.includes("THREE.Clock")) return;
  if (type === "error") console.error(message, ...rest);
  else console.warn(message, ...rest);
});

/**
 * A canvas for react-three-fiber. Its own `Canvas` brings all of three.js along; what is drawn here are objects that
 * exist already (`primitive`), which needs a fraction of it. Colours are shown as they are, without tone mapping.
 */
export function Stage({ still, onLost, children }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null);
  const shown = useRef(children);
  shown.current = children;

  useEffect(() => {
    const element = canvas.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    const made = createRoot(element);
    let gone = false;
    const resize = async () => {
      const { width, height } = box.getBoundingClientRect();
      if (!width || !height) return;
      await made.configure({
        flat: true,
        dpr: [1, MOST_PIXELS],
        gl: { antialias: true, alpha: true },
        frameloop: still ? "demand" : "always",
        size: { width, height, top: 0, left: 0 },
      });
      if (gone) return;
      root.current = made;
      made.render(shown.current);
    };
    const watch = new ResizeObserver(() => void resize());
    watch.observe(box);
    const lost = (event: Event) => {
      event.preventDefault();
      onLost();
    };
    element.addEventListener("webglcontextlost", lost);
    return () => {
      gone = true;
      root.current = null;
      watch.disconnect();
      // Unmounting takes the context away too, which is no loss then.
      element.removeEventListener("webglcontextlost", lost);
      made.unmount();
    };
  }, [still, onLost]);

  useEffect(() => {
    root.current?.render(children);
  }, [children]);

  return <canvas ref={canvas} className={styles.surface} />;
}
