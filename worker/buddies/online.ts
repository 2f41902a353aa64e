import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  type UserColumns,
  userColumns,
} from "../users/present.ts";

/** Buddies that are looked at, and shown at most. */
const NEWEST = 100;
const SHOWN = 12;

type Row = UserColumns & PresenceColumns;

/** Who of somebody's newest buddies is here now. */
export const buddiesOnlineQuery = (userId: number): Statement<Row> =>
  statement(sql`
    select ${userColumns}, ${presenceColumns}
    from (select n.buddy_id as id from (select buddy_id from buddies where user_id = ${userId}
          order by created_at desc, buddy_id desc limit ${NEWEST}) n
        left join presence p on p.user_id = n.buddy_id left join playing g on g.user_id = n.buddy_id
        where p.user_id is not null or g.user_id is not null limit ${SHOWN}) h
      cross join users u on u.id = h.id ${presenceJoins}`);

/** Those in a level come first. */
export const playingFirst = (rows: Row[]): Row[] => rows.sort((a, b) => b.u_playing - a.u_playing);
