import type { Point } from "#web/lib/celebrate.ts";

/** An income so long after a press is likely to come from it. */
const LASTING_MS = 4_000;

let last: (Point & { at: number }) | null = null;

const middle = (element: Element): Point => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

function onPress(event: PointerEvent): void {
  last = { x: event.clientX, y: event.clientY, at: performance.now() };
}

function onKey(event: KeyboardEvent): void {
  if ((event.key !== "Enter" && event.key !== " ") || !(event.target instanceof Element)) return;
  last = { ...middle(event.target), at: performance.now() };
}

/** Remembers where the user presses. Returns a function that stops it. */
export function watchPresses(): () => void {
  window.addEventListener("pointerdown", onPress, true);
  window.addEventListener("keydown", onKey, true);
  return () => {
    window.removeEventListener("pointerdown", onPress, true);
    window.removeEventListener("keydown", onKey, true);
  };
}

/** Returns the place of the last press, if it was a moment ago. */
export function lastPress(): Point | undefined {
  if (!last || performance.now() - last.at > LASTING_MS) return undefined;
  return { x: last.x, y: last.y };
}
