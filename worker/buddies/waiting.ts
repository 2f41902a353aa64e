import { type Statement, statement } from "#db/database.ts";
import type { WaitingRequests } from "#domain/buddies/waiting-requests.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

/** Requests that are shown outside of their own page. */
const MAX_SHOWN = 3;

interface RequestRow extends UserColumns {
  total: number;
}

/** The newest requests that wait for a user. */
export const waitingRequestsQuery = (userId: number): Statement<RequestRow> =>
  statement`select ${userColumns}, (select incoming_count from users where id = ${userId}) as total
    from (select from_id from buddy_requests where to_id = ${userId}
      order by created_at desc, from_id desc limit ${MAX_SHOWN}) r
    cross join users u on u.id = r.from_id`;

export const presentWaitingRequests = (rows: readonly RequestRow[], now: number): WaitingRequests => ({
  people: rows.map((row) => presentUser(row, now)),
  total: rows[0]?.total ?? 0,
});
