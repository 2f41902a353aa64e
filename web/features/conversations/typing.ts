import { useSyncExternalStore } from "react";
import { onLiveEvent } from "#web/lib/live/live-events.ts";
import { createStore } from "#web/lib/store.ts";

/** How long a typing event lasts. */
const TYPING_MS = 4_000;

const typingUsers = createStore<ReadonlySet<number>>(new Set());
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function setTyping(userId: number, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => setTyping(userId, false), TYPING_MS),
    );
  if (typingUsers.get().has(userId) === isTyping) return;
  const now = new Set(typingUsers.get());
  if (isTyping) now.add(userId);
  else now.delete(userId);
  typingUsers.set(now);
}

onLiveEvent((event) => {
  if (event.event === "Typed") setTyping(event.user_id, true);
  // The message has arrived.
  else if (event.event === "NewMessage" && event.message.sender_id === event.user_id)
    setTyping(event.user_id, false);
});

/** Whether a user is typing to the signed-in user right now. */
export const useTyping = (userId: number): boolean =>
  useSyncExternalStore(typingUsers.subscribe, () => typingUsers.get().has(userId));
