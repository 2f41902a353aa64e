import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { counters, replies, reply_edits, threads, users } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { readPagedList } from "../http/paged-list.ts";
import { orderBy } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type UserColumns, userColumns, userJsonColumn } from "../users/present.ts";
import { unreadColumn, visitJoin } from "./unread.ts";

/** A thread in a list. */
export interface ThreadCardRow
  extends UserColumns,
    Columns<
      typeof threads,
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
    > {
  /** The author of the newest reply (`userJsonColumn`). */
  last_user: string | null;
  unread: string | null;
  bookmarked: 0 | 1;
}

/** A thread with everything its page needs. */
export type ThreadRow = ThreadCardRow & Columns<typeof threads, "deleted_at" | "deleted_by">;

const LAST_USER_COLUMN = sql`${userJsonColumn("w")} as last_user`;

const CARD_COLUMNS = sql.raw(
  "t.id, t.subforum_id, t.user_id, t.title, t.replies_count, t.pinned, t.locked, t.created_at, t.last_reply_at, t.last_reply_id",
);

const bookmarkedColumn = (viewer: Actor | null): SQL =>
  viewer
    ? sql`exists (select 1 from bookmarks where user_id = ${viewer.id} and thread_id = t.id) as bookmarked`
    : sql`0 as bookmarked`;

/** Selects the card columns of the threads `t` in `from`, in that order. */
function threadCards(viewer: Actor | null, from: SQL, bookmarked: SQL = bookmarkedColumn(viewer)): SQL {
  return sql`${CARD_COLUMNS}, ${LAST_USER_COLUMN}, ${unreadColumn(viewer)}, ${bookmarked}, ${userColumns}
    from ${from} cross join users u on u.id = t.user_id left join users w on w.id = t.last_user_id ${visitJoin(viewer)}`;
}

export const threadQuery = (id: number | SQL, viewer: Actor | null): Statement<ThreadRow> =>
  statement(
    sql`select t.deleted_at, t.deleted_by, ${threadCards(viewer, sql`threads t`)} where t.id = ${id}`,
  );

const SORT_COLUMNS = ["pinned", "last_reply_at", "id"];
/** The index `threads_list` covers all columns of a card. */
const COVERED_COLUMNS = sql.raw(
  "id, subforum_id, user_id, title, replies_count, pinned, locked, created_at, last_reply_at, last_reply_id, last_user_id",
);

/** A page of a subforum: pinned threads first, then by newest reply. */
export function listThreads(gate: SessionGate, subforum: number, viewer: Actor | null, page: number) {
  const total = sql`(select value from counters where name = ${`threads:${subforum}`})`;
  return readPagedList<ThreadCardRow>(gate, {
    page,
    size: LIMITS.pageSize.threads,
    rows: ({ limit, offset, reverse }) => {
      const slice = sql`(select ${COVERED_COLUMNS} from threads where subforum_id = ${subforum} and deleted_at is null
        order by ${orderBy(SORT_COLUMNS, "desc", reverse)} limit ${limit} offset ${offset}) t`;
      return statement(sql`select ${total} as total, ${threadCards(viewer, slice)}`);
    },
    total: () => total,
  });
}

/** A page of the viewer's bookmarked threads, newest bookmark first, with the total. */
export function listBookmarks(gate: SessionGate, viewer: Actor, page: number) {
  const total = sql`(select bookmarks_count from users where id = ${viewer.id})`;
  return readPagedList<ThreadCardRow>(gate, {
    page,
    size: LIMITS.pageSize.bookmarks,
    rows: ({ limit, offset, reverse }) => {
      const slice = sql`(select thread_id from bookmarks where user_id = ${viewer.id} and hidden = 0
        order by ${orderBy(["created_at", "thread_id"], "desc", reverse)} limit ${limit} offset ${offset}) b
        cross join threads t on t.id = b.thread_id`;
      return statement(sql`select ${total} as total, ${threadCards(viewer, slice, sql`1 as bookmarked`)}`);
    },
    total: () => total,
  });
}

/** The newest pinned and the newest other thread of each subforum, so at most two per subforum. */
export function latestThreadsQuery(viewer: Actor | null): Statement<ThreadCardRow> {
  const newest = sql`select id from threads where subforum_id = place.value and pinned = pin.value and deleted_at is null
    order by last_reply_at desc, id desc limit 1`;
  const from = sql`json_each(${JSON.stringify(SUBFORUM_IDS)}) place cross join json_each('[0,1]') pin
    cross join threads t on t.id = (${newest})`;
  return statement(sql`select ${threadCards(viewer, from)}`);
}

/** Threads and replies per subforum; names look like `threads:1`. */
export const forumCountsQuery = (): Statement<Columns<typeof counters, "name" | "value">> => {
  const names = SUBFORUM_IDS.flatMap((id) => [`threads:${id}`, `replies:${id}`]);
  return statement(
    sql`select name, value from counters where name in (select value from json_each(${JSON.stringify(names)}))`,
  );
};

export interface ReplyRow
  extends UserColumns,
    Columns<
      typeof replies,
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
    >,
    Columns<typeof users, "role"> {
  from_blocked: 0 | 1;
}

const replyColumns = (viewer: Actor | null): SQL => {
  const blocked = viewer
    ? sql`exists (select 1 from blocks where user_id = ${viewer.id} and blocked_id = r.user_id)`
    : sql`0`;
  return sql`r.id, r.thread_id, r.position, r.user_id, u.role, r.body, r.edits_count, r.edited_at, r.created_at, r.deleted_at,
    r.deleted_by, ${blocked} as from_blocked, ${userColumns}`;
};

/** Replies `r` that match a condition. */
export const repliesQuery = (which: SQL, viewer: Actor | null): Statement<ReplyRow> =>
  statement(
    sql`select ${replyColumns(viewer)} from replies r cross join users u on u.id = r.user_id where ${which}`,
  );

export const replyQuery = (id: number, viewer: Actor | null): Statement<ReplyRow> =>
  repliesQuery(sql`r.id = ${id}`, viewer);

/** The thread of a reply. */
export const threadOfQuery = (replyId: number, viewer: Actor | null): Statement<ThreadRow> =>
  threadQuery(sql`(select thread_id from replies where id = ${replyId})`, viewer);

/** A page of a thread's replies, as a range of positions; the first page includes the opening post. */
export function replyPageQuery(
  threadId: number,
  { page, reply }: { page: number; reply?: number | undefined },
  viewer: Actor | null,
): Statement<ReplyRow & { page: number }> {
  const size = sql.raw(String(LIMITS.pageSize.replies));
  const pageQuery =
    reply === undefined
      ? sql`select ${page} as page`
      : sql`select max(1, (position + ${size} - 1) / ${size}) as page from replies where id = ${reply} and thread_id = ${threadId}`;
  return statement(sql`select p.page, ${replyColumns(viewer)} from (${pageQuery}) p cross join replies r on r.thread_id = ${threadId}
      and r.position between (p.page - 1) * ${size} + (p.page > 1) and p.page * ${size}
    cross join users u on u.id = r.user_id order by r.position`);
}

export type ReplyEditRow = UserColumns & Columns<typeof reply_edits, "id" | "title" | "body" | "created_at">;

/** Earlier versions of a reply, newest first. */
export const replyEditsQuery = (replyId: number, limit: number, offset: number): Statement<ReplyEditRow> =>
  statement(sql`select e.id, e.title, e.body, e.created_at, ${userColumns}
    from (select id from reply_edits where reply_id = ${replyId} order by id desc limit ${limit} offset ${offset}) p
    cross join reply_edits e on e.id = p.id cross join users u on u.id = e.user_id`);
