import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
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

/** Who of somebody's newest buddies is here now; those in a level come first. */
export const buddiesOnlineQuery = (userId: number): Query<UserColumns & PresenceColumns> =>
  select(sql`
    with newest as (select buddy_id from buddies where user_id = ${userId}
        order by created_at desc, buddy_id desc limit ${NEWEST}),
      here as (select * from (select n.buddy_id, 1 as plays from newest n cross join playing p on p.user_id = n.buddy_id limit ${SHOWN})
        union select * from (select n.buddy_id, 0 as plays from newest n cross join presence p on p.user_id = n.buddy_id limit ${SHOWN}))
    select ${userColumns}, ${presenceColumns}
    from (select buddy_id, max(plays) as plays from here group by buddy_id order by plays desc limit ${SHOWN}) h
      cross join users u on u.id = h.buddy_id ${presenceJoins}`);
