import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { items } from "#db/schema/index.ts";
import { MAX_OPEN_SHOWN } from "#domain/moderation/rules.ts";

/** One more than shown, so the page can say that there are more. */
const LIMIT = MAX_OPEN_SHOWN + 1;

export type PendingItemRow = Columns<"items", "id" | "name" | "created_at">;

/** A user's items that wait for review, oldest first; `userId` is an expression for their id. */
export const pendingItemsQuery = (userId: SQL): Statement<PendingItemRow> =>
  statement(sql`select id, name, created_at from items indexed by items_pending
    where user_id = ${userId} and state = 'pending' order by id limit ${LIMIT}`);

/** The ids of a user's open cases, oldest first. */
export const openCaseIds = (userId: SQL): SQL =>
  sql`select id from cases indexed by cases_subject_open where subject_id = ${userId} and state = 'open' order by id limit ${LIMIT}`;

/** The ids of a user's posts that wait for review, oldest first. */
export const waitingPostIds = (userId: SQL): SQL =>
  sql`select id from held_posts indexed by held_posts_waiting where user_id = ${userId} and state = 'waiting' order by id limit ${LIMIT}`;
