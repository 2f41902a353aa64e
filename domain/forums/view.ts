import { type ListView, readListView, readPage, writeListView } from "../api/list-view.ts";
import { SUBFORUM_IDS } from "./rules.ts";

/** What a thread's page shows, as its address has it: a page of replies, or the page on which a reply stands. */
export interface ThreadView {
  page: number;
  reply: number | null;
}

export function readThreadView(query: URLSearchParams): ThreadView {
  const reply = Number(query.get("reply"));
  const isId = Number.isSafeInteger(reply) && reply >= 1 && reply <= 1_000_000_000_000;
  return { page: readPage(query), reply: isId ? reply : null };
}

/** The same as the thread is asked for: a reply's page is found by the reply alone. */
export const threadInput = ({ page, reply }: ThreadView): { page: number; reply?: number } =>
  reply === null ? { page } : { page: 1, reply };

export const threadUrl = (id: number): string => `/forums/thread/${id}`;
export const subforumUrl = (id: number): string => `/forums/${id}`;

/** A reply's lasting address: the thread at the page it stands on, at the reply. */
export const replyUrl = (threadId: number, replyId: number): string =>
  `/forums/thread/${threadId}?reply=${replyId}#reply-${replyId}`;

/** What the forums' search shows, as its address has it and as it asks for it; subforum 0 is all of them. */
export interface ForumSearchView extends ListView {
  subforum: number;
}

export function readForumSearch(query: URLSearchParams): ForumSearchView {
  const subforum = SUBFORUM_IDS.find((id) => String(id) === query.get("subforum")) ?? 0;
  return { ...readListView(query), subforum };
}

export function writeForumSearch({ subforum, ...list }: ForumSearchView): URLSearchParams {
  const query = writeListView(list);
  if (subforum) query.set("subforum", String(subforum));
  return query;
}
