import { createStore } from "#web/lib/store.ts";

/** The message in the 'Error' modal; null while it is closed. */
export const alertStore = createStore<string | null>(null);

/** Shows a message in the 'Error' modal. Can be called from anywhere. */
export const alertError = (text: string): void => alertStore.set(text);
export const dismissAlert = (): void => alertStore.set(null);
