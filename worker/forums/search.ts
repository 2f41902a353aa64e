import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { replies, threads } from "#db/schema/forum/index.ts";
import { idsTable } from "#db/values-table.ts";
import { LIMITS } from "#domain/limits.ts";

/** Selects the ids of the newest posts that contain the words. Reads the index backwards, up to this limit. */
const newestHits = (words: string, most: number): SQL =>
  sql`select rowid as id from post_search where post_search match ${words} order by rowid desc limit ${most}`;

/** Excludes deleted posts `r` and deleted threads `t`. */
const NOT_DELETED = sql.raw("r.deleted_at is null and t.deleted_at is null");

/** Ids of the matching posts in a subforum, or in all of them if it's 0. */
export const searchHitsQuery = (words: string, subforum: number): Statement<Columns<"replies", "id">> =>
  statement(sql`select r.id from (${newestHits(words, LIMITS.searchMatches)}) h cross join replies r on r.id = h.id
    cross join threads t on t.id = r.thread_id
    where ${NOT_DELETED} ${subforum ? sql`and t.subforum_id = ${subforum}` : sql``}`);

export type PostHitRow = Columns<
  "replies",
  "id" | "position" | "user_id" | "body" | "created_at" | "thread_id"
> &
  Columns<"threads", "subforum_id" | "title">;

/** Posts by id, in the order of the ids. */
export const postsByIdQuery = (ids: readonly number[]): Statement<PostHitRow> =>
  statement(sql`select r.id, r.position, r.user_id, r.body, r.created_at, r.thread_id, t.subforum_id, t.title
    from ${idsTable(ids)} p cross join replies r on r.id = p.column1
    cross join threads t on t.id = r.thread_id where ${NOT_DELETED}`);

export interface ThreadHitRow
  extends Columns<"threads", "id" | "subforum_id" | "user_id" | "title" | "replies_count"> {
  /** Whether the title contains the words. */
  named: 0 | 1;
}

/**
 * The newest threads with the words in their title; if there aren't enough, also the threads with the newest matching
 * posts. A thread can appear more than once.
 */
export function threadHitsQuery(words: string, most: number, enough: number): Statement<ThreadHitRow> {
  return statement(sql`
    with named as materialized (${newestHits(`title : (${words})`, most)})
    select t.id, t.subforum_id, t.user_id, t.title, t.replies_count, h.named
    from (select id, 1 as named from named
      union all select id, 0 from (${newestHits(words, most)}) where (select count(*) from named) < ${enough}) h
    cross join replies r on r.id = h.id cross join threads t on t.id = r.thread_id where ${NOT_DELETED}`);
}
