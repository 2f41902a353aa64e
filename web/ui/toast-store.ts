export interface ToastEntry {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  action?: { label: string; onSelect: () => void } | undefined;
}

const SHOWN_MS = 5_000;
const MOST = 3;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

export const toasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  list: () => entries,
};

export const dismissToast = (id: number): void => set(entries.filter((entry) => entry.id !== id));

/**
 * Says something quietly at the foot of the screen, from anywhere. The oldest makes room when there are
 * many; one with an action (Undo) stays twice as long.
 */
export function toast(
  text: string,
  { tone = "plain", action }: { tone?: ToastEntry["tone"]; action?: ToastEntry["action"] } = {},
): void {
  const id = ++lastId;
  const others = entries.filter((entry) => entry.text !== text);
  set([...others, { id, text, tone, action }].slice(-MOST));
  setTimeout(() => dismissToast(id), action ? 2 * SHOWN_MS : SHOWN_MS);
}
