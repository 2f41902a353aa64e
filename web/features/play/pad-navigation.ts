import { type RefObject, useEffect } from "react";
import { readPads } from "#web/game/input/pads.ts";

const BUTTON = { confirm: 0, back: 1, up: 12, down: 13, left: 14, right: 15 } as const;
const TABBABLE = "a[href], button:not(:disabled), input:not(:disabled), select, [tabindex='0']";
/** Beyond this a stick counts as pressed. */
const STICK = 0.6;

/** The buttons that are pressed on each gamepad. The left stick counts as the D-pad. */
function pressedButtons(): Set<number>[] {
  return readPads().map((pad) => {
    const pressed = new Set<number>();
    if (!pad) return pressed;
    for (const [index, isDown] of pad.down.entries()) if (isDown) pressed.add(index);
    const [x = 0, y = 0] = pad.axes;
    if (y < -STICK) pressed.add(BUTTON.up);
    if (y > STICK) pressed.add(BUTTON.down);
    if (x < -STICK) pressed.add(BUTTON.left);
    if (x > STICK) pressed.add(BUTTON.right);
    return pressed;
  });
}

function moveFocus(root: HTMLElement, step: 1 | -1): void {
  const all = [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter((one) => one.offsetParent !== null);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: "nearest" });
}

/** Steps a slider or a choice sideways, like the arrow keys. */
function stepValue(step: 1 | -1): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type !== "range") return false;
  if (step > 0) field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** Lets a gamepad move through the controls of an element, press them, and go back. */
export function usePadNavigation(root: RefObject<HTMLElement | null> | string, onBack?: () => void): void {
  useEffect(() => {
    // Buttons that are still held from the game do nothing here.
    let before = pressedButtons();
    let frame = 0;
    const element = () =>
      typeof root === "string" ? document.querySelector<HTMLElement>(root) : root.current;
    const read = () => {
      frame = requestAnimationFrame(read);
      const now = pressedButtons();
      // A button that one gamepad holds down is still new on another.
      const isNew = (button: number) =>
        now.some((pressed, i) => pressed.has(button) && !before[i]?.has(button));
      const target = element();
      if (target) {
        if (isNew(BUTTON.up)) moveFocus(target, -1);
        if (isNew(BUTTON.down)) moveFocus(target, 1);
        if (isNew(BUTTON.left) && !stepValue(-1)) moveFocus(target, -1);
        if (isNew(BUTTON.right) && !stepValue(1)) moveFocus(target, 1);
        if (isNew(BUTTON.confirm) && target.contains(document.activeElement))
          (document.activeElement as HTMLElement).click();
      }
      if (isNew(BUTTON.back)) onBack?.();
      before = now;
    };
    frame = requestAnimationFrame(read);
    return () => cancelAnimationFrame(frame);
  }, [root, onBack]);
}
