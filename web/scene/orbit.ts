import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { FRONT } from "#domain/avatar/model/camera.ts";

/** The camera's angles in radians: around and above the bopi. */
export interface Orbit {
  around: number;
  above: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const START: Orbit = { around: radians(FRONT.around), above: radians(FRONT.above) };
const LOWEST = radians(-20);
const HIGHEST = radians(80);
/** Radians per pixel. */
const DRAG = 0.011;
const KEYS: Record<string, readonly [around: number, above: number]> = {
  ArrowLeft: [-0.2, 0],
  ArrowRight: [0.2, 0],
  ArrowUp: [0, 0.12],
  ArrowDown: [0, -0.12],
};

/** State and handlers for rotating a figure by mouse, touch or arrow keys. */
export function useOrbit() {
  const [state, setState] = useState(START);
  const move = (around: number, above: number) =>
    setState((now) => ({
      around: now.around + around,
      above: Math.min(HIGHEST, Math.max(LOWEST, now.above + above)),
    }));
  return {
    state,
    turn: (around: number) => move(around, 0),
    handlers: {
      tabIndex: 0,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        // Vertical touch movement scrolls the page.
        move(-event.movementX * DRAG, event.pointerType === "touch" ? 0 : event.movementY * DRAG);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const step = KEYS[event.key];
        if (event.key === "Home") setState(START);
        else if (step) move(...step);
        else return;
        event.preventDefault();
      },
    },
  };
}
