import { useSyncExternalStore } from "react";
import type { Store } from "#web/lib/store.ts";

/** Returns the value of a store, and renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);
