import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { LiveEvent } from "#domain/live/events.ts";
import type { PresenceState } from "#domain/presence/presence.ts";
import { createStore } from "../store.ts";
import {
  type ConnectionState,
  connectionState,
  onEventsMissed,
  onLiveEvent,
  sendFrame,
  type UnreadCounts,
  unreadCounts,
} from "./live-events.ts";

/** The numbers of unread messages and notifications, the same in every tab. */
export const useUnreadCounts = (): UnreadCounts =>
  useSyncExternalStore(unreadCounts.subscribe, unreadCounts.get);

export const useConnectionState = (): ConnectionState =>
  useSyncExternalStore(connectionState.subscribe, connectionState.get);

export function useLiveEvent(listener: (event: LiveEvent) => void): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => onEvent(event)), []);
}

/** Calls `listener`, while mounted, when events were lost and all data must be refetched. */
export function useResync(listener: () => void): void {
  const onMissed = useEffectEvent(listener);
  useEffect(() => onEventsMissed(() => onMissed()), []);
}

/** Shows a user that the signed-in user is typing a message to them. */
export function sendTyping(userId: number): void {
  sendFrame({ type: "typing", user_id: userId });
}

/** Presence dots mount and unmount by the dozen on navigation: their changes are sent together. */
const BATCH_MS = 100;
/** How often the list is sent again, in case the server has lost it. */
const RESEND_MS = 10 * 60_000;

/** The number of mounted dots per user. */
const watched = new Map<number, number>();
const presences = createStore(new Map<number, PresenceState>());
let lastSent = "";
let batchTimer: ReturnType<typeof setTimeout> | undefined;

function sendWatched(): void {
  const ids = [...watched.keys()];
  for (const id of presences.get().keys()) if (!watched.has(id)) presences.get().delete(id);
  const text = ids.toSorted((a, b) => a - b).join();
  if (text === lastSent) return;
  lastSent = text;
  sendFrame({ type: "watch", user_ids: ids });
}

/** Sends the list even if it hasn't changed: a new connection doesn't know it. */
function resendWatched(): void {
  lastSent = "";
  sendWatched();
}

connectionState.subscribe(() => connectionState.get() === "open" && resendWatched());
setInterval(resendWatched, RESEND_MS);
onLiveEvent((event) => {
  if (event.event !== "PresenceChanged") return;
  const known = presences.get();
  for (const { user_id, ...presence } of event.users) if (watched.has(user_id)) known.set(user_id, presence);
  presences.set(known);
});

function watch(userId: number): () => void {
  const change = (by: 1 | -1) => {
    const times = (watched.get(userId) ?? 0) + by;
    if (times > 0) watched.set(userId, times);
    else watched.delete(userId);
    clearTimeout(batchTimer);
    batchTimer = setTimeout(sendWatched, BATCH_MS);
  };
  change(1);
  return () => change(-1);
}

/** Returns a user's presence: `initial` (from the page's response) until an event changes it. */
export function usePresence(userId: number, initial: PresenceState): PresenceState {
  useEffect(() => watch(userId), [userId]);
  return useSyncExternalStore(presences.subscribe, () => presences.get().get(userId)) ?? initial;
}
