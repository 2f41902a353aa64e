import type { LiveEvent } from "#domain/live/events.ts";
import type { UpFrame } from "#domain/live/frames.ts";
import { makeStore } from "../store.ts";

/**
 * What the page's socket says, and the way up to it. The socket itself (socket.ts) comes later, in a chunk of its own, and
 * members alone have one: without it nothing is heard, and what is said is let go. For React see store.ts.
 */

/** What is not read; null until the site has said so. */
export interface Counts {
  messages: number | null;
  notifications: number | null;
}

/** `away` once a connection was lost or could not be made. */
export type ConnectionState = "connecting" | "open" | "away";

export const counts = makeStore<Counts>({ messages: null, notifications: null });
export const connection = makeStore<ConnectionState>("connecting");
const listeners = new Set<(event: LiveEvent) => void>();
const returnListeners = new Set<() => void>();
let voice: ((frame: UpFrame) => void) | null = null;

function add<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  return () => set.delete(one);
}

/** Hears every event from now on; answers how to stop. */
export const onLive = (listener: (event: LiveEvent) => void): (() => void) => add(listeners, listener);

/** Hears when events were missed for good: whatever they keep up to date must be asked for anew. */
export const onReturn = (listener: () => void): (() => void) => add(returnListeners, listener);

/** One broken listener keeps nothing from the others. */
function tellAll<T extends unknown[]>(set: Set<(...said: T) => void>, ...said: T): void {
  for (const listener of [...set]) {
    try {
      listener(...said);
    } catch (error) {
      reportError(error);
    }
  }
}

function setCounts(now: Counts): void {
  const { messages, notifications } = counts.get();
  if (now.messages !== messages || now.notifications !== notifications) counts.set(now);
}

/** To a page's first socket the site says again what it said in the last half minute; an older page has missed more. */
const REPEATED_MS = 25_000;

/** Takes in what the socket says and hands it on. */
export function hear(event: LiveEvent): void {
  const { messages, notifications } = counts.get();
  setCounts({
    messages: "unread_messages" in event ? event.unread_messages : messages,
    notifications: "unread_notifications" in event ? event.unread_notifications : notifications,
  });
  tellAll(listeners, event);
  if (event.event !== "Hello") return;
  const isLate = event.resume === "new" && performance.now() > REPEATED_MS;
  if (isLate || event.resume === "resync") tellAll(returnListeners);
}

/**
 * What an answer tells of the counts. While the socket is open it knows better: an answer may be older than what was
 * heard before it came.
 */
export function learnCounts(learnt: Partial<Counts>): void {
  if (connection.get() !== "open") setCounts({ ...counts.get(), ...learnt });
}

/** Whether the page wants to hear: not while it signs its user out, where a socket would only be refused. */
export const hearing = makeStore(true);

export function setConnection(state: ConnectionState): void {
  if (state !== connection.get()) connection.set(state);
}

/** Sets the way up; null while the socket is away. */
export function setVoice(speak: typeof voice): void {
  voice = speak;
}

export const speak = (frame: UpFrame): void => voice?.(frame);
