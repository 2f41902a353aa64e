import { useEffect, useRef, useState } from "react";
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
  const told = useRef("");
  const newest = talk && latestOf(talk)?.id;
  const wanted = chat.as === null && talk?.span && talk.unread > 0 && visible && atEnd ? newest : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is said again when the connection changes
  useEffect(() => {
    if (!wanted || told.current === wanted) return;
    told.current = wanted;
    chat.read(userId, wanted).catch(() => {
      told.current = "";
    });
  }, [wanted, chat, userId, connection]);
}
