import { createStore } from "./store.ts";

/** Whether the site saves nothing right now, as far as this page knows. */
export const readOnlyMode = createStore(false);

export function setReadOnly(on: boolean): void {
  if (on !== readOnlyMode.get()) readOnlyMode.set(on);
}

/** Notices from a rejected call that the site saves nothing. */
export function noteReadOnly(code: string): void {
  if (code === "read_only") setReadOnly(true);
}
