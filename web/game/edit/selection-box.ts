import type { ShowRectangle } from "./box-drag.ts";
import styles from "./edit-overlay.module.css";

/** The rectangle of a selection that is being drawn. */
export interface SelectionBox {
  show: ShowRectangle;
  dispose: () => void;
}

export function createSelectionBox(overlay: HTMLElement): SelectionBox {
  const element = document.createElement("div");
  element.className = styles.rectangle ?? "";
  element.hidden = true;
  overlay.append(element);
  return {
    show: (corners) => {
      element.hidden = corners === null;
      if (!corners) return;
      const [a, b] = corners;
      element.style.transform = `translate(${Math.min(a.x, b.x)}px,${Math.min(a.y, b.y)}px)`;
      element.style.width = `${Math.abs(a.x - b.x)}px`;
      element.style.height = `${Math.abs(a.y - b.y)}px`;
    },
    dispose: () => element.remove(),
  };
}
