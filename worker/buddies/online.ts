import { type Statement, sql, statement } from "#db/database.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** Newest buddies that are checked, and buddies shown at most. */
const MAX_CHECKED = 100;
const MAX_SHOWN = 12;

type Row = UserColumns & PresenceColumns;

/** A user's newest buddies who are online. */
export const buddiesOnlineQuery = (userId: number): Statement<Row> =>
  statement(sql`
    select ${userColumns}, ${presenceColumns}
    from (select n.buddy_id as id from (select buddy_id from buddies where user_id = ${userId}
          order by created_at desc, buddy_id desc limit ${MAX_CHECKED}) n
        left join presence p on p.user_id = n.buddy_id left join playing g on g.user_id = n.buddy_id
        where p.user_id is not null or g.user_id is not null limit ${MAX_SHOWN}) h
      cross join users u on u.id = h.id ${presenceJoins}`);

/** Sorts those in a level to the front. */
export const playingFirst = (rows: Row[]): Row[] => rows.sort((a, b) => b.u_playing - a.u_playing);
