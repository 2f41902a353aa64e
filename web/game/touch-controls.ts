import { STICK_RADIUS, type TouchStick } from "./input/pointer-look.ts";
import styles from "./touch-controls.module.css";

export type TouchControls = ReturnType<typeof createTouchControls>;

export function createTouchControls(
  overlay: HTMLElement,
  options: { jumpLabel: string | undefined; onUse: () => void },
) {
  const layer = addElement(overlay, "div", styles.layer);
  const stick = addElement(layer, "div", styles.stick);
  const knob = addElement(stick, "div", styles.knob);
  const jump = addElement(layer, "button", styles.jump);
  jump.type = "button";
  jump.tabIndex = -1;
  if (options.jumpLabel) jump.setAttribute("aria-label", options.jumpLabel);
  else jump.setAttribute("aria-hidden", "true");
  stick.setAttribute("aria-hidden", "true");
  layer.hidden = true;

  let pointer: number | null = null;
  let isTapped = false;
  const release = () => {
    pointer = null;
    jump.classList.remove(styles.held ?? "");
  };
  jump.addEventListener("pointerdown", (event) => {
    if (pointer !== null) return;
    event.preventDefault();
    pointer = event.pointerId;
    jump.setPointerCapture(event.pointerId);
    jump.classList.add(styles.held ?? "");
    isTapped = true;
    options.onUse();
  });
  const handleEnd = (event: PointerEvent) => {
    if (event.pointerId === pointer) release();
  };
  jump.addEventListener("pointerup", handleEnd);
  jump.addEventListener("pointercancel", handleEnd);
  jump.addEventListener("lostpointercapture", handleEnd);
  jump.addEventListener("contextmenu", (event) => event.preventDefault());

  return {
    setVisible: (on: boolean) => {
      layer.hidden = !on;
    },
    setSide: (side: "left" | "right") => void layer.classList.toggle(styles.mirrored ?? "", side === "left"),
    /** Shows the stick where it is held, or at rest. */
    showStick: (held: TouchStick | null) => {
      stick.classList.toggle(styles.held ?? "", held !== null);
      stick.style.transform = held ? `translate(${held.centerX}px, ${held.centerY}px)` : "";
      knob.style.transform = held ? `translate(${held.x * STICK_RADIUS}px, ${-held.y * STICK_RADIUS}px)` : "";
    },
    get isJumpHeld() {
      return pointer !== null;
    },
    /** Whether jump was pressed since the last read, even if it is released again. */
    takeJump: () => {
      const result = isTapped;
      isTapped = false;
      return result;
    },
    release: () => {
      isTapped = false;
      release();
    },
    dispose: () => layer.remove(),
  };
}

function addElement<K extends keyof HTMLElementTagNameMap>(
  parent: HTMLElement,
  tag: K,
  className: string | undefined,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className ?? "";
  parent.append(element);
  return element;
}
