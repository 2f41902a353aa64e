import { makeStore } from "#web/lib/store.ts";

export interface ToastEntry {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  action?: { label: string; onSelect: () => void } | undefined;
}

const SHOWN_MS = 5_000;
const MOST = 3;

let lastId = 0;

/** What is shown now, the oldest first. */
export const toastStore = makeStore<readonly ToastEntry[]>([]);

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((entry) => entry.id !== id));

/**
 * Says something quietly at the foot of the screen, from anywhere. The oldest makes room when there are
 * many; one with an action (Undo) stays twice as long, one that `stays` until it is dismissed. Returns its id.
 */
export function toast(
  text: string,
  {
    tone = "plain",
    action,
    stays = false,
  }: { tone?: ToastEntry["tone"]; action?: ToastEntry["action"]; stays?: boolean } = {},
): number {
  const id = ++lastId;
  const others = toastStore.get().filter((entry) => entry.text !== text);
  toastStore.set([...others, { id, text, tone, action }].slice(-MOST));
  if (!stays) setTimeout(() => dismissToast(id), action ? 2 * SHOWN_MS : SHOWN_MS);
  return id;
}
