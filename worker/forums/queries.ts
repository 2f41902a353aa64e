import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { orderBy, readPagedList } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { checkedReader, type Reader, unreadColumn, visitJoin } from "./unread.ts";

// All of these read the forums' database. Their rows name people by id (members.ts).

/** A thread in a list. */
export interface ThreadCardRow
  extends Columns<
    "threads",
    | "id"
    | "subforum_id"
    | "user_id"
    | "title"
    | "replies_count"
    | "pinned"
    | "locked"
    | "created_at"
    | "last_reply_at"
    | "last_reply_id"
    | "last_user_id"
  > {
  unread: string | null;
  bookmarked: 0 | 1;
}

/** A thread with everything its page needs. */
export type ThreadRow = ThreadCardRow & Columns<"threads", "deleted_at" | "deleted_by">;

const CARD_COLUMNS = sql.raw(
  "t.id, t.subforum_id, t.user_id, t.title, t.replies_count, t.pinned, t.locked, t.created_at, t.last_reply_at, t.last_reply_id, t.last_user_id",
);

const bookmarkedColumn = (viewer: Actor | null): SQL =>
  viewer
    ? sql`exists (select 1 from bookmarks where user_id = ${viewer.id} and thread_id = t.id) as bookmarked`
    : sql`0 as bookmarked`;

/** Selects the card columns of the threads `t` in `from`, in that order; what is unread only if the reader is known. */
const threadCards = (reader: Reader | null, from: SQL, bookmarked: SQL): SQL =>
  sql`${CARD_COLUMNS}, ${unreadColumn(reader)}, ${bookmarked} from ${from} ${visitJoin(reader)}`;

/** A thread; what is unread only if the reader is known. */
export const threadQuery = (id: number | SQL, viewer: Actor | null, reader: Reader | null = null) =>
  statement<ThreadRow>`select t.deleted_at, t.deleted_by, ${threadCards(reader, sql`threads t`, bookmarkedColumn(viewer))} where t.id = ${id}`;

const SORT_COLUMNS = ["pinned", "last_reply_at", "id"];
/** The index `threads_list` covers all columns of a card. */
const COVERED_COLUMNS = sql.raw(
  "id, subforum_id, user_id, title, replies_count, pinned, locked, created_at, last_reply_at, last_reply_id, last_user_id",
);

type List<Row> = Parameters<typeof readPagedList<Row>>[1];

export interface ThreadPage {
  rows: ThreadCardRow[];
  total: number;
  /** Whether the rows have what is unread, or `addUnread` has to add it. */
  hasUnread: boolean;
}

/** Reads a page of threads; a near page beside the session's check, since its reader isn't needed. */
async function readThreads(gate: SessionGate, list: (reader: () => Reader | null) => List<ThreadCardRow>) {
  let hasUnread = false;
  const reader = () => {
    const known = checkedReader(gate);
    hasUnread = known !== null;
    return known;
  };
  const page = await readPagedList(gate.forum, list(reader));
  return { ...page, hasUnread };
}

/** A page of a subforum: pinned threads first, then by newest reply. */
export function listThreads(gate: SessionGate, subforum: number, viewer: Actor | null, page: number) {
  const total = sql`(select value from counters where name = ${`threads:${subforum}`})`;
  return readThreads(gate, (reader) => ({
    page,
    size: LIMITS.pageSize.threads,
    rows: ({ limit, offset, reverse }) => {
      const slice = sql`(select ${COVERED_COLUMNS} from threads where subforum_id = ${subforum} and deleted_at is null
        order by ${orderBy(SORT_COLUMNS, "desc", reverse)} limit ${limit} offset ${offset}) t`;
      return statement`select ${total} as total, ${threadCards(reader(), slice, bookmarkedColumn(viewer))}`;
    },
    total: () => total,
  }));
}

/** The length of a member's list of bookmarks. */
export const bookmarkCount = ({ id }: Pick<Actor, "id">): SQL =>
  sql`coalesce((select value from bookmark_counts where user_id = ${id}), 0)`;

/** A page of the viewer's bookmarked threads, newest bookmark first, with the total. */
export function listBookmarks(gate: SessionGate, viewer: Actor, page: number) {
  const total = bookmarkCount(viewer);
  return readThreads(gate, (reader) => ({
    page,
    size: LIMITS.pageSize.bookmarks,
    rows: ({ limit, offset, reverse }) => {
      const slice = sql`(select thread_id from bookmarks where user_id = ${viewer.id} and hidden = 0
        order by ${orderBy(["created_at", "thread_id"], "desc", reverse)} limit ${limit} offset ${offset}) b
        cross join threads t on t.id = b.thread_id`;
      return statement`select ${total} as total, ${threadCards(reader(), slice, sql`1 as bookmarked`)}`;
    },
    total: () => total,
  }));
}

/** The newest pinned and the newest other thread of each subforum, so at most two per subforum. */
export function latestThreadsQuery(viewer: Actor | null): Statement<ThreadCardRow> {
  const newest = sql`select id from threads where subforum_id = place.value and pinned = pin.value and deleted_at is null
    order by last_reply_at desc, id desc limit 1`;
  const from = sql`json_each(${JSON.stringify(SUBFORUM_IDS)}) place cross join json_each('[0,1]') pin
    cross join threads t on t.id = (${newest})`;
  return statement`select ${threadCards(null, from, bookmarkedColumn(viewer))}`;
}

/** Threads and replies per subforum; names look like `threads:1`. */
export const forumCountsQuery = (): Statement<Columns<"counters", "name" | "value">> => {
  const names = SUBFORUM_IDS.flatMap((id) => [`threads:${id}`, `replies:${id}`]);
  return statement`select name, value from counters where name in (select value from json_each(${JSON.stringify(names)}))`;
};

export type ReplyRow = Columns<
  "replies",
  | "id"
  | "thread_id"
  | "position"
  | "user_id"
  | "body"
  | "edits_count"
  | "edited_at"
  | "created_at"
  | "deleted_at"
  | "deleted_by"
>;

const REPLY_COLUMNS = sql.raw(
  "r.id, r.thread_id, r.position, r.user_id, r.body, r.edits_count, r.edited_at, r.created_at, r.deleted_at, r.deleted_by",
);

/** Replies `r` that match a condition. */
export const repliesQuery = (which: SQL): Statement<ReplyRow> =>
  statement`select ${REPLY_COLUMNS} from replies r where ${which}`;

export const replyQuery = (id: number): Statement<ReplyRow> => repliesQuery(sql`r.id = ${id}`);

export const threadOfQuery = (replyId: number, viewer: Actor | null): Statement<ThreadRow> =>
  threadQuery(sql`(select thread_id from replies where id = ${replyId})`, viewer);

/** A page of a thread's replies, as a range of positions; the first page includes the opening post. */
export function replyPageQuery(
  threadId: number,
  { page, reply }: { page: number; reply?: number | undefined },
): Statement<ReplyRow & { page: number }> {
  const size = sql.raw(String(LIMITS.pageSize.replies));
  const pageQuery =
    reply === undefined
      ? sql`select ${page} as page`
      : sql`select max(1, (position + ${size} - 1) / ${size}) as page from replies where id = ${reply} and thread_id = ${threadId}`;
  return statement`select p.page, ${REPLY_COLUMNS} from (${pageQuery}) p cross join replies r on r.thread_id = ${threadId}
      and r.position between (p.page - 1) * ${size} + (p.page > 1) and p.page * ${size}
    order by r.position`;
}

export type ReplyEditRow = Columns<"reply_edits", "id" | "user_id" | "title" | "body" | "created_at">;

/** Earlier versions of a reply, newest first. */
export const replyEditsQuery = (replyId: number, limit: number, offset: number): Statement<ReplyEditRow> =>
  statement`select e.id, e.user_id, e.title, e.body, e.created_at
    from (select id from reply_edits where reply_id = ${replyId} order by id desc limit ${limit} offset ${offset}) p
    cross join reply_edits e on e.id = p.id`;

export const threadTitlesQuery = (ids: readonly number[]): Statement<Columns<"threads", "id" | "title">> =>
  statement`select t.id, t.title from ${idsTable([...new Set(ids)])} n
    cross join threads t on t.id = n.column1`;
