import { createStore } from "#web/lib/store.ts";

export interface ToastEntry {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  action?: { label: string; onSelect: () => void } | undefined;
}

const SHOWN_MS = 5_000;
const MAX_TOASTS = 3;

let lastId = 0;

/** The visible toasts, oldest first. */
export const toastStore = createStore<readonly ToastEntry[]>([]);

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((entry) => entry.id !== id));

/**
 * Shows a short message at the bottom of the screen. Can be called from anywhere. If there are too many, the oldest one is
 * removed. A toast with an action (Undo) shows twice as long, a `sticky` one until it is dismissed. Returns its ID.
 */
export function toast(
  text: string,
  { tone = "plain", action, sticky }: Partial<Omit<ToastEntry, "id" | "text">> & { sticky?: boolean } = {},
): number {
  const id = ++lastId;
  const others = toastStore.get().filter((entry) => entry.text !== text);
  toastStore.set([...others, { id, text, tone, action }].slice(-MAX_TOASTS));
  if (!sticky) setTimeout(() => dismissToast(id), action ? 2 * SHOWN_MS : SHOWN_MS);
  return id;
}
