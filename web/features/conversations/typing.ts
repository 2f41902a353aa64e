import { useSyncExternalStore } from "react";
import { onLive } from "#web/lib/live/bus.ts";
import { makeStore } from "#web/lib/store.ts";

/** For so long somebody is believed to type after they were said to. */
const TYPING_MS = 4_000;

const typing = makeStore<ReadonlySet<number>>(new Set());
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(userId: number, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => set(userId, false), TYPING_MS),
    );
  if (typing.get().has(userId) === isTyping) return;
  const now = new Set(typing.get());
  if (isTyping) now.add(userId);
  else now.delete(userId);
  typing.set(now);
}

onLive((event) => {
  if (event.event === "Typed") set(event.user_id, true);
  // What was typed is here.
  else if (event.event === "NewMessage" && event.message.sender_id === event.user_id)
    set(event.user_id, false);
});

/** Whether somebody types to the signed-in user just now. */
export const useTyping = (userId: number): boolean =>
  useSyncExternalStore(typing.subscribe, () => typing.get().has(userId));
