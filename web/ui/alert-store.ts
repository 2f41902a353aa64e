import { makeStore } from "#web/lib/store.ts";

/** What the 'Error' window says; null while there is none. */
export const alertStore = makeStore<string | null>(null);

/** Says in a window of its own, from anywhere, why something could not be done. */
export const alertError = (text: string): void => alertStore.set(text);
export const dismissAlert = (): void => alertStore.set(null);
