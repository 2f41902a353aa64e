let message: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  message = next;
  for (const listener of listeners) listener();
}

export const alerts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  message: () => message,
  dismiss: () => set(null),
};

/** Says in a window of its own, from anywhere, why something could not be done. */
export const alertError = (text: string): void => set(text);
