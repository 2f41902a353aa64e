import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { BuddyCounts } from "#domain/buddies/api.ts";
import type { Relation } from "#domain/buddies/rules.ts";
import type { WaitingRequests } from "#domain/buddies/waiting-requests.ts";
import { ApiError } from "#domain/errors.ts";
import type { SessionGate } from "../http/session-gate.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  presentUser,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** Requests that are shown outside of their own page. */
const MAX_REQUESTS = 3;

interface RequestRow extends UserColumns {
  total: number;
}

export const waitingRequestsQuery = (userId: number): Statement<RequestRow> =>
  statement`select ${userColumns}, (select incoming_count from users where id = ${userId}) as total
    from (select from_id from buddy_requests where to_id = ${userId}
      order by created_at desc, from_id desc limit ${MAX_REQUESTS}) r
    cross join users u on u.id = r.from_id`;

export const presentWaitingRequests = (rows: readonly RequestRow[], now: number): WaitingRequests => ({
  people: rows.map((row) => presentUser(row, now)),
  total: rows[0]?.total ?? 0,
});

/** Requests between `me` and the user with the id `them`, as columns. */
export const requestColumns = (me: SQL, them: SQL): SQL => sql`
  exists (select 1 from buddy_requests where from_id = ${me} and to_id = ${them}) as asks_them,
  exists (select 1 from buddy_requests where from_id = ${them} and to_id = ${me}) as is_asked`;

export interface RequestColumns {
  asks_them: 0 | 1;
  is_asked: 0 | 1;
}

export function relationOf(row: { is_buddy: 0 | 1 } & RequestColumns): Exclude<Relation, "self"> {
  if (row.is_buddy) return "buddy";
  if (row.is_asked) return "incoming";
  return row.asks_them ? "outgoing" : "none";
}

export const presentBuddyCounts = ({
  buddies_count,
  incoming_count,
  outgoing_count,
}: Columns<"users", "buddies_count" | "incoming_count" | "outgoing_count">): BuddyCounts => ({
  buddies: buddies_count,
  incoming: incoming_count,
  outgoing: outgoing_count,
});

/** Another user, and whether the viewer has blocked them. */
interface OtherUser extends Columns<"users", "id" | "username"> {
  blocks_them: 0 | 1;
}

/** Finds the user that a command of `viewer` is about; throws if they don't exist or are the viewer. */
export async function findOtherUser(gate: SessionGate, viewer: Actor, username: string): Promise<OtherUser> {
  const other = await gate.first(
    statement<OtherUser>`select id, username,
        exists (select 1 from blocks where user_id = ${viewer.id} and blocked_id = users.id) as blocks_them
      from users where username = ${username}`,
  );
  if (!other) throw new ApiError("not_found", { message: "No one has this name." });
  if (other.id === viewer.id) throw new ApiError("own_account");
  return other;
}

/** Newest buddies that are checked, and buddies shown at most. */
const MAX_CHECKED = 100;
const MAX_SHOWN = 12;

type Row = UserColumns & PresenceColumns;

export const buddiesOnlineQuery = (userId: number): Statement<Row> =>
  statement`
    select ${userColumns}, ${presenceColumns}
    from (select n.buddy_id as id from (select buddy_id from buddies where user_id = ${userId}
          order by created_at desc, buddy_id desc limit ${MAX_CHECKED}) n
        left join presence p on p.user_id = n.buddy_id left join playing g on g.user_id = n.buddy_id
        where p.user_id is not null or g.user_id is not null limit ${MAX_SHOWN}) h
      cross join users u on u.id = h.id ${presenceJoins}`;

/** Sorts those in a level to the front. */
export const playingFirst = (rows: Row[]): Row[] => rows.sort((a, b) => b.u_playing - a.u_playing);
