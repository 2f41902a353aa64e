import { type ListView, readListView, readPage, writeListView } from "../api/list-view.ts";
import { SUBFORUM_IDS } from "./rules.ts";

/** The state of a thread's page as its URL has it: a page of replies, or the page with a certain reply. */
export interface ThreadView {
  page: number;
  reply: number | null;
}

export function readThreadView(query: URLSearchParams): ThreadView {
  const reply = Number(query.get("reply"));
  const isId = Number.isSafeInteger(reply) && reply >= 1 && reply <= 1_000_000_000_000;
  return { page: readPage(query), reply: isId ? reply : null };
}

/** The request for a view. A reply's page is found by the reply alone. */
export const threadInput = ({ page, reply }: ThreadView): { page: number; reply?: number } =>
  reply === null ? { page } : { page: 1, reply };

export const threadUrl = (id: number): string => `/forums/thread/${id}`;
export const subforumUrl = (id: number): string => `/forums/${id}`;

/** Permalink of a reply. */
export const replyUrl = (threadId: number, replyId: number): string =>
  `/forums/thread/${threadId}?reply=${replyId}#reply-${replyId}`;

/** The state of the forum search as its URL and its request have it. Subforum 0 means all. */
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
