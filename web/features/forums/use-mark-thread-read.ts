import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Reply, readThreadRoute, type Thread } from "#domain/forums/api.ts";
import { call } from "#web/lib/api.ts";
import { invalidate } from "#web/lib/cache.ts";
import { listen } from "#web/lib/listen.ts";
import { useUser } from "#web/lib/user.ts";
import { THREAD_LISTS } from "./bookmark.ts";

/** The position up to which each thread was marked as read since this document was loaded. */
const reported = new Map<number, number>();

export const lastPosition = (replies: readonly Pick<Reply, "position">[]): number =>
  replies.at(-1)?.position ?? 0;

/** Returns the position of the first unread post (0 is the opening post), or null. */
export const firstUnread = ({ replies_count, unread }: Pick<Thread, "replies_count" | "unread">) =>
  unread && replies_count - unread.count + 1;

/** Returns the first unread reply as of opening the thread. The line above it stays once it is marked as read. */
export function useFirstUnread(thread: Thread | undefined): number | null {
  const [opened, setOpened] = useState<{ id: number; first: number | null }>();
  if (thread && opened?.id !== thread.id) setOpened({ id: thread.id, first: firstUnread(thread) });
  return thread && opened?.id === thread.id ? opened.first : null;
}

/** Marks a thread as read up to a position, once the tab is visible. */
export function useMarkThreadRead(threadId: number | undefined, position: number): void {
  const client = useQueryClient();
  const isMember = useUser() !== null;
  useEffect(() => {
    if (!isMember || threadId === undefined) return;
    const markRead = () => {
      if (document.visibilityState !== "visible" || (reported.get(threadId) ?? -1) >= position) return;
      const previous = reported.get(threadId);
      reported.set(threadId, position);
      call(readThreadRoute, { params: { id: threadId }, input: { position } }).then(
        () => void invalidate(client, THREAD_LISTS),
        // Retried on the next page.
        () => (previous === undefined ? reported.delete(threadId) : reported.set(threadId, previous)),
      );
    };
    markRead();
    return listen(document, "visibilitychange", markRead);
  }, [client, isMember, threadId, position]);
}
