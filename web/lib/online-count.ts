import { useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

const onlineCount = createStore<number | undefined>(undefined);

const numberIn = (data: unknown): number | undefined =>
  data && typeof data === "object" && "online" in data && typeof data.online === "number"
    ? data.online
    : undefined;

/** Takes the number of people online from a response that has it, such as the directory's. */
export function noteOnlineCount(response: unknown): void {
  const counts =
    response && typeof response === "object" && "counts" in response ? response.counts : undefined;
  const online = numberIn(response) ?? numberIn(counts);
  if (online !== undefined) onlineCount.set(online);
}

/**
 * Returns the number of people online, as far as the page knows it: from its HTML, or from whatever it fetches anyway.
 * Fetches nothing itself.
 */
export const useOnlineCount = (): number | undefined =>
  useSyncExternalStore(onlineCount.subscribe, onlineCount.get);
