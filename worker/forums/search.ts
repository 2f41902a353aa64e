import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

/** The newest posts in which words stand, as a select of their ids: the index is walked backwards and no further than this. */
const newestHits = (words: string, most: number): SQL =>
  sql`select rowid as id from post_search where post_search match ${words} order by rowid desc limit ${most}`;

/** What is not for everybody to find: of posts `r` in threads `t`, those that were deleted. */
const stands = sql.raw("r.deleted_at is null and t.deleted_at is null");

/** Ids of the posts that a search finds, in a subforum or with 0 in all of them. */
export const hitsQuery = (words: string, subforum: number): Statement<{ id: number }> =>
  statement(sql`select r.id from (${newestHits(words, LIMITS.searchMatches)}) h cross join replies r on r.id = h.id
    cross join threads t on t.id = r.thread_id
    where ${stands} ${subforum ? sql`and t.subforum_id = ${subforum}` : sql``}`);

export interface FoundRow extends UserColumns {
  id: number;
  position: number;
  body: string;
  created_at: number;
  thread_id: number;
  subforum_id: number;
  title: string;
}

/** Posts by their ids, in the same order. */
export const foundQuery = (ids: readonly number[]): Statement<FoundRow> =>
  statement(sql`select r.id, r.position, r.body, r.created_at, r.thread_id, t.subforum_id, t.title, ${userColumns}
    from json_each(${JSON.stringify(ids)}) p cross join replies r on r.id = p.value
    cross join threads t on t.id = r.thread_id cross join users u on u.id = r.user_id where ${stands}`);

export interface FoundThreadRow extends UserColumns {
  id: number;
  subforum_id: number;
  title: string;
  replies_count: number;
  /** The title has the words. */
  named: 0 | 1;
}

/**
 * The newest threads whose title has the words; where those are not enough, also those in which they were said last. A thread
 * may come several times.
 */
export function threadHitsQuery(words: string, most: number, enough: number): Statement<FoundThreadRow> {
  return statement(sql`
    with named as materialized (${newestHits(`title : (${words})`, most)})
    select t.id, t.subforum_id, t.title, t.replies_count, h.named, ${userColumns}
    from (select id, 1 as named from named
      union all select id, 0 from (${newestHits(words, most)}) where (select count(*) from named) < ${enough}) h
    cross join replies r on r.id = h.id cross join threads t on t.id = r.thread_id
    cross join users u on u.id = t.user_id where ${stands}`);
}
