import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { LiveEvent } from "#domain/live/events.ts";
import type { Presence } from "#domain/presence/presence.ts";
import { type ConnectionState, type Counts, connection, counts, onLive, onReturn, speak } from "./bus.ts";

/** Unread messages and notifications, as last said: absolute, and the same in every tab. */
export const useCounts = (): Counts => useSyncExternalStore(counts.subscribe, counts.get);

export const useConnection = (): ConnectionState =>
  useSyncExternalStore(connection.subscribe, connection.get);

/** Hears every event while mounted. */
export function useLive(listener: (event: LiveEvent) => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onLive((event) => hear(event)), []);
}

/** Hears, while mounted, when events were missed for good and everything must be asked for anew. */
export function useResync(listener: () => void): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onReturn(() => hear()), []);
}

/** Lets somebody know that something is being typed to them. */
export const sayTyping = (userId: number): void => speak({ type: "typing", user_id: userId });

/** Bubbles come and go by the dozen when a page does: what is watched goes up once. */
const GATHER_MS = 100;
/** It is said again now and then, should the site have lost it. */
const AGAIN_MS = 10 * 60_000;

/** How many bubbles on the page show a person. */
const watched = new Map<number, number>();
/** Where watched people are, as far as the socket has said. */
const known = new Map<number, Presence>();
const bubbles = new Set<() => void>();
let said = "";
let gathering: ReturnType<typeof setTimeout> | undefined;

function sayWatched(): void {
  const ids = [...watched.keys()];
  for (const id of known.keys()) if (!watched.has(id)) known.delete(id);
  const text = ids.toSorted((a, b) => a - b).join();
  if (text === said) return;
  said = text;
  speak({ type: "watch", user_ids: ids });
}

/** A new connection knows of nobody. */
function sayAgain(): void {
  said = "";
  sayWatched();
}

connection.subscribe(() => connection.get() === "open" && sayAgain());
setInterval(sayAgain, AGAIN_MS);
onLive((event) => {
  if (event.event !== "PresenceChanged") return;
  for (const { user_id, ...presence } of event.users) if (watched.has(user_id)) known.set(user_id, presence);
  for (const look of bubbles) look();
});

function subscribe(look: () => void): () => void {
  bubbles.add(look);
  return () => bubbles.delete(look);
}

function watch(userId: number): () => void {
  const change = (by: 1 | -1) => {
    const times = (watched.get(userId) ?? 0) + by;
    if (times > 0) watched.set(userId, times);
    else watched.delete(userId);
    clearTimeout(gathering);
    gathering = setTimeout(sayWatched, GATHER_MS);
  };
  change(1);
  return () => change(-1);
}

/** Where somebody is: `initial` (what the page's answer said) until the site says otherwise while this is mounted. */
export function usePresence(userId: number, initial: Presence): Presence {
  useEffect(() => watch(userId), [userId]);
  const now = useSyncExternalStore(subscribe, () => known.get(userId));
  return now ?? initial;
}
