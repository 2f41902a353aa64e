import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type ChatConversation, latestMessage } from "#domain/conversations/reduce-chat.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import type { Chat } from "./chat.ts";

function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return visible;
}

/** Marks an open conversation as read while it is visible and scrolled to its end. */
export function useReadReceipts(
  chat: Chat,
  userId: number,
  conversation: ChatConversation | undefined,
  atEnd: boolean,
): void {
  const visible = useIsVisible();
  const connection = useConnectionState();
  /** The newest message to mark as read, and the last one that was marked. */
  const due = useRef<string | undefined>(undefined);
  const marked = useRef("");
  const isSending = useRef(false);
  const newest = conversation && latestMessage(conversation)?.id;
  const target =
    chat.viewAs === null && conversation?.span && conversation.unread > 0 && visible && atEnd
      ? newest
      : undefined;
  const send = useEffectEvent(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      // Messages that arrive in the meantime are marked together.
      for (let id = due.current; id && id !== marked.current; id = due.current) {
        await chat.markRead(userId, id);
        marked.current = id;
      }
    } catch {
      // Retried on the next message, or when the connection changes.
    }
    isSending.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries when the connection changes
  useEffect(() => {
    due.current = target;
    void send();
  }, [target, connection]);
}
