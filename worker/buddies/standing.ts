import { sql } from "drizzle-orm";
import { type Database, type Statement, statement } from "#db/client.ts";
import type { Role } from "#domain/auth/api.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { LastingEvent } from "#domain/live/events.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import type { Env } from "../env.ts";
import { actingRole } from "../http/session.ts";
import { notifyUser } from "../live/notify.ts";
import { countsOf, type RequestColumns, relationOf, requestColumns } from "./queries.ts";

/** How one of two people stands to the other. */
export interface Side extends BetweenColumns, RequestColumns {
  id: number;
  username: string;
  role: Role;
  message_privacy: number;
  buddies_count: number;
  incoming_count: number;
  outgoing_count: number;
}

/** How two people stand to each other: each one's side. */
export type Standing = readonly [mine: Side, theirs: Side];

/** Both sides of two people, the first one's first. */
export function standingQuery(me: number, other: number): Statement<Side> {
  const [self, them] = [sql`u.id`, sql`(${me + other} - u.id)`];
  return statement<Side>(sql`select u.id, u.username, ${actingRole} as role, u.message_privacy, u.buddies_count, u.incoming_count,
      u.outgoing_count, ${betweenColumns(self, them)}, ${requestColumns(self, them)}
    from json_each(${JSON.stringify([me, other])}) n cross join users u on u.id = n.value`);
}

export function standingOf([mine, theirs]: Side[]): Standing {
  if (!mine || !theirs) throw new Error("somebody is gone in the middle of an act");
  return [mine, theirs];
}

/** How often what was told is looked at again; each time is somebody else's act in the meantime. */
const MOST_TURNS = 10;

/**
 * Tells the pages of both what an act has changed. Of two acts at the same time the earlier may be told last, so what
 * was told is held against what is by then, until they agree: whatever a page hears last is true.
 */
export async function tellChange(env: Env, db: Database, before: Standing, after: Standing): Promise<void> {
  let [told, now] = [before, after];
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const events = [0, 1].flatMap((i) =>
      eventsOf(told, now, i as 0 | 1).map((event) => [now[i as 0 | 1].id, event] as const),
    );
    if (events.length === 0) return;
    await Promise.all(events.map(([userId, event]) => notifyUser(env, userId, event)));
    const [mine, theirs] = now;
    told = now;
    now = standingOf(await db.all(standingQuery(mine.id, theirs.id)));
  }
}

/** What differs for one of the two. Nobody is told that they were blocked, only that they can't write any more. */
function eventsOf(before: Standing, after: Standing, i: 0 | 1): LastingEvent[] {
  const [was, is] = [sideOf(before, i), sideOf(after, i)];
  const { id: user_id, username } = after[1 - i] as Side;
  const events: LastingEvent[] = [];
  if (JSON.stringify(was.buddy) !== JSON.stringify(is.buddy))
    events.push({ event: "BuddyChanged", user_id, username, ...is.buddy });
  if (was.block !== is.block || was.open !== is.open)
    events.push({
      event: "ContactChanged",
      user_id,
      username,
      ...(was.block !== is.block && { block: is.block }),
    });
  return events;
}

function sideOf(standing: Standing, i: 0 | 1) {
  const [self, them] = [standing[i], standing[1 - i] as Side];
  return {
    buddy: { relation: relationOf(self), counts: countsOf(self) },
    block: self.blocks_them === 1,
    open: contactProblem(self, betweenOf(self, them.message_privacy)) === null,
  };
}
