import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Reply, readThreadRoute, type Thread } from "#domain/forums/api.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { refreshThreadLists } from "./thread-cache.ts";

/** How far each thread was read within this document, as the site was told. */
const told = new Map<number, number>();

/** The last number of a page: what was read when the page was. */
export const lastPosition = (replies: readonly Pick<Reply, "position">[]): number =>
  replies.at(-1)?.position ?? 0;

/** The number of the first post that a reader has not seen, the thread's own beginning being 0; null where there is none. */
export const firstUnread = ({ replies_count, unread }: Pick<Thread, "replies_count" | "unread">) =>
  unread && replies_count - unread.count + 1;

/**
 * The first new reply as it was when the thread was opened: the site hears at once that it is read, but the line above
 * it stays while one reads.
 */
export function useFirstUnread(thread: Thread | undefined): number | null {
  const [opened, setOpened] = useState<{ id: number; first: number | null }>();
  if (thread && opened?.id !== thread.id) setOpened({ id: thread.id, first: firstUnread(thread) });
  return thread && opened?.id === thread.id ? opened.first : null;
}

/** Tells the site how far a member has read, once the page that shows it is in sight. */
export function useReading(threadId: number | undefined, position: number): void {
  const client = useQueryClient();
  const isMember = useUser() !== null;
  useEffect(() => {
    if (!isMember || threadId === undefined) return;
    const look = () => {
      if (document.visibilityState !== "visible" || (told.get(threadId) ?? -1) >= position) return;
      const before = told.get(threadId);
      told.set(threadId, position);
      call(readThreadRoute, { params: { id: threadId }, input: { position } }).then(
        () => void refreshThreadLists(client),
        // The next page of it tells again.
        () => (before === undefined ? told.delete(threadId) : told.set(threadId, before)),
      );
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [client, isMember, threadId, position]);
}
