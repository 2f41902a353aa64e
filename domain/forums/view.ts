import { numberField, optionField, pageField, queryView, textField, type ViewOf } from "../api/list-view.ts";
import { SUBFORUM_IDS } from "./rules.ts";

const thread = queryView({ page: pageField, reply: numberField(1_000_000_000_000, null) });
/** The state of a thread's page as its URL has it: a page of replies, or the page with a certain reply. */
export type ThreadView = ViewOf<typeof thread>;
export const readThreadView = thread.read;

/** The request for a view. A reply's page is found by the reply alone. */
export const threadInput = ({ page, reply }: ThreadView): { page: number; reply?: number } =>
  reply === null ? { page } : { page: 1, reply };

export const threadUrl = (id: number): string => `/forums/thread/${id}`;
export const subforumUrl = (id: number): string => `/forums/${id}`;

export const replyUrl = (threadId: number, replyId: number): string =>
  `/forums/thread/${threadId}?reply=${replyId}#reply-${replyId}`;

const search = queryView({
  search: textField,
  page: pageField,
  subforum: optionField<number, number>(SUBFORUM_IDS, 0),
});
/** The state of the forum search as its URL and its request have it. Subforum 0 means all. */
export type ForumSearchView = ViewOf<typeof search>;
export const readForumSearch = search.read;
export const writeForumSearch = search.write;
