import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

/** The signs that keys type, by `KeyboardEvent.code`. Empty where the browser doesn't say. */
export type KeyboardLayout = ReadonlyMap<string, string>;

/** The part of `navigator.keyboard` that is used. Only Chromium has it, and only where a page is secure. */
interface Keyboard {
  getLayoutMap: () => Promise<KeyboardLayout>;
}

const layout = createStore<KeyboardLayout>(new Map());

function loadLayout(): void {
  const { keyboard } = navigator as Navigator & { keyboard?: Keyboard };
  // Rejected in frames that may not read it.
  keyboard?.getLayoutMap().then(layout.set, () => undefined);
}

/** The layout of the keyboard. Read again when the page gets the focus back, because it may have been switched. */
export function useKeyboardLayout(): KeyboardLayout {
  useEffect(() => {
    loadLayout();
    window.addEventListener("focus", loadLayout);
    return () => window.removeEventListener("focus", loadLayout);
  }, []);
  return useSyncExternalStore(layout.subscribe, layout.get);
}
