import { parseJson } from "./parse-json.ts";

/** Storage of the browser that never throws. Where it is blocked or full, values last until the page is closed. */
export interface SafeStorage {
  get: (key: string) => string | null;
  /** Stores a value; null deletes it. Returns false if it only lasts as long as the page. */
  set: (key: string, value: string | null) => boolean;
  keys: () => string[];
}

/** Reading the property already throws where storage is blocked, so it is read for each access. */
export function safeStorage(storage: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(access: (storage: Storage) => T, otherwise: T): T => {
    try {
      return access(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((stored) => stored.getItem(key), null),
    set: (key, value) => {
      memory.delete(key);
      const isStored = attempt((stored) => {
        if (value === null) stored.removeItem(key);
        else stored.setItem(key, value);
        return true;
      }, false);
      if (!isStored && value !== null) memory.set(key, value);
      return isStored;
    },
    keys: () => [
      ...new Set([
        ...attempt((stored) => Array.from({ length: stored.length }, (_, i) => stored.key(i) ?? ""), []),
        ...memory.keys(),
      ]),
    ],
  };
}

/** Storage of this device, shared by its tabs. */
export const deviceStorage = safeStorage(() => localStorage);
/** Storage of this tab. */
export const tabStorage = safeStorage(() => sessionStorage);

/** Parses a stored value; undefined if there is none or it isn't JSON. */
export const parseStored = (text: string | null): unknown => parseJson(text ?? "") ?? undefined;
