import type { LiveEvent } from "#domain/live/events.ts";
import type { ClientFrame } from "#domain/live/frames.ts";
import { createStore } from "../store.ts";

/**
 * The event bus between the page and its WebSocket. The socket (socket.ts) is loaded later, in its own chunk, and only for
 * members. Without it no events arrive and outgoing frames are dropped. React hooks are in use-live-event.ts.
 */

/** Unread counts; null until they are known. */
export interface UnreadCounts {
  messages: number | null;
  notifications: number | null;
}

/** `away` after a connection was lost or could not be opened. */
export type ConnectionState = "connecting" | "open" | "away";

export const unreadCounts = createStore<UnreadCounts>({ messages: null, notifications: null });
export const connectionState = createStore<ConnectionState>("connecting");
const listeners = new Set<(event: LiveEvent) => void>();
const missedListeners = new Set<() => void>();
let transport: ((frame: ClientFrame) => boolean) | null = null;

function add<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

/** Subscribes to every event. Returns a function that unsubscribes. */
export const onLiveEvent = (listener: (event: LiveEvent) => void): (() => void) => add(listeners, listener);

/** Subscribes to lost events: all data that events keep up to date must then be refetched. */
export const onEventsMissed = (listener: () => void): (() => void) => add(missedListeners, listener);

/** Calls all listeners, even if one of them throws. */
function notifyAll<T extends unknown[]>(set: Set<(...args: T) => void>, ...args: T): void {
  for (const listener of [...set]) {
    try {
      listener(...args);
    } catch (error) {
      reportError(error);
    }
  }
}

function setCounts(now: UnreadCounts): void {
  const { messages, notifications } = unreadCounts.get();
  if (now.messages !== messages || now.notifications !== notifications) unreadCounts.set(now);
}

/** A page's first socket replays the events of the last half minute. A page older than this has missed some. */
const REPLAYED_MS = 25_000;

/** Updates the unread counts from an event and passes it to all listeners. */
export function dispatchLiveEvent(event: LiveEvent): void {
  const { messages, notifications } = unreadCounts.get();
  setCounts({
    messages: "unread_messages" in event ? event.unread_messages : messages,
    notifications: "unread_notifications" in event ? event.unread_notifications : notifications,
  });
  notifyAll(listeners, event);
  if (event.event !== "Hello") return;
  const isLate = event.resume === "new" && performance.now() > REPLAYED_MS;
  if (isLate || event.resume === "resync") notifyAll(missedListeners);
}

/** However often unknown events come, everything is refetched at most this often. */
const REFETCH_MS = 30_000;
let refetchTimer: ReturnType<typeof setTimeout> | null = null;
let isRefetchDue = false;

/** Notes an event that this page is too old to know: whatever it changed is refetched. */
export function noteUnknownEvent(): void {
  isRefetchDue = refetchTimer !== null;
  if (isRefetchDue) return;
  notifyAll(missedListeners);
  refetchTimer = setTimeout(() => {
    refetchTimer = null;
    if (isRefetchDue) noteUnknownEvent();
  }, REFETCH_MS);
}

/** Takes unread counts from a response. Ignored while the socket is open, because the response may be older than its events. */
export function updateUnreadCounts(known: Partial<UnreadCounts>): void {
  if (connectionState.get() !== "open") setCounts({ ...unreadCounts.get(), ...known });
}

/** False while the user is being signed out, when a socket would be rejected. */
export const socketEnabled = createStore(true);

export function setConnection(state: ConnectionState): void {
  if (state !== connectionState.get()) connectionState.set(state);
}

/** Sets the function that sends frames; null while the socket is closed. */
export function setTransport(send: typeof transport): void {
  transport = send;
}

/** Sends a frame. Returns false if the socket isn't open or the frame is too long for it. */
export const sendFrame = (frame: ClientFrame): boolean => transport?.(frame) ?? false;
