import { useEffect, useEffectEvent, useRef, useState } from "react";
import { latestOf, type Talk } from "#domain/conversations/reduce.ts";
import { useConnection } from "#web/lib/live/store.ts";
import type { Chat } from "./chat-store.ts";

function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return visible;
}

/** Tells the site that what is open, in sight and scrolled to its end has been read. */
export function useReading(chat: Chat, userId: number, talk: Talk | undefined, atEnd: boolean): void {
  const visible = useIsVisible();
  const connection = useConnection();
  /** The newest message that is to be told of, and the last one that was. */
  const due = useRef<string | undefined>(undefined);
  const told = useRef("");
  const isTelling = useRef(false);
  const newest = talk && latestOf(talk)?.id;
  const wanted = chat.as === null && talk?.span && talk.unread > 0 && visible && atEnd ? newest : undefined;
  const tell = useEffectEvent(async () => {
    if (isTelling.current) return;
    isTelling.current = true;
    try {
      // What comes in meanwhile is told of together.
      for (let id = due.current; id && id !== told.current; id = due.current) {
        await chat.read(userId, id);
        told.current = id;
      }
    } catch {
      // It is told of again with the next message, or when the connection has changed.
    }
    isTelling.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection that has changed is another chance
  useEffect(() => {
    due.current = wanted;
    void tell();
  }, [wanted, connection]);
}
