import { type Columns, type Database, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Role } from "#domain/auth/roles.ts";
import { contactProblem } from "#domain/blocks/rules.ts";
import type { StoredEvent } from "#domain/live/events.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { effectiveRole } from "../http/session.ts";
import { notifyUser } from "../live/notify.ts";
import { presentBuddyCounts, type RequestColumns, relationOf, requestColumns } from "./queries.ts";

export interface RelationshipSide
  extends RelationshipColumns,
    RequestColumns,
    Columns<
      "users",
      "id" | "username" | "message_privacy" | "buddies_count" | "incoming_count" | "outgoing_count"
    > {
  role: Role;
}

/** The relationship of two users, from both sides. */
export type RelationshipPair = readonly [mine: RelationshipSide, theirs: RelationshipSide];

/** Both sides of a relationship, the first user's first. */
export function relationshipPairQuery(me: number, other: number | SQL): Statement<RelationshipSide> {
  const [self, them] = [sql`n.self`, sql`n.them`];
  return statement<RelationshipSide>`with pair as materialized (select ${me} as me, ${other} as other)
    select u.id, u.username, ${effectiveRole} as role, u.message_privacy, u.buddies_count, u.incoming_count,
      u.outgoing_count, ${relationshipColumns(self, them)}, ${requestColumns(self, them)}
    from (select 0 as side, me as self, other as them from pair union all select 1, other, me from pair) n
    cross join users u on u.id = n.self order by n.side`;
}

export function toRelationshipPair([mine, theirs]: RelationshipSide[]): RelationshipPair {
  if (!mine || !theirs) throw new Error("a user was deleted during a buddy command");
  return [mine, theirs];
}

/** Upper limit for rounds of notifications; each one means another change in the meantime. */
const MAX_ROUNDS = 10;

/** Notifies both users' tabs. Re-reads and repeats until nothing differs, so the last event is current. */
export async function notifyRelationshipChange(
  env: Env,
  db: Database,
  before: RelationshipPair,
  after: RelationshipPair,
): Promise<void> {
  let [sent, current] = [before, after];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const events = [0, 1].flatMap((i) =>
      changeEvents(sent, current, i as 0 | 1).map((event) => [current[i as 0 | 1].id, event] as const),
    );
    if (events.length === 0) return;
    await Promise.all(events.map(([userId, event]) => notifyUser(env, userId, event)));
    const [mine, theirs] = current;
    sent = current;
    current = toRelationshipPair(await db.all(relationshipPairQuery(mine.id, theirs.id)));
  }
}

/** The events for one of them. Blocked users only learn that they can't send messages any more. */
function changeEvents(pairBefore: RelationshipPair, pairAfter: RelationshipPair, i: 0 | 1): StoredEvent[] {
  const [before, after] = [presentSide(pairBefore, i), presentSide(pairAfter, i)];
  const { id: user_id, username } = pairAfter[1 - i] as RelationshipSide;
  const events: StoredEvent[] = [];
  if (JSON.stringify(before.buddy) !== JSON.stringify(after.buddy))
    events.push({ event: "BuddyChanged", user_id, username, ...after.buddy });
  if (before.block !== after.block || before.open !== after.open)
    events.push({
      event: "ContactChanged",
      user_id,
      username,
      ...(before.block !== after.block && { block: after.block }),
    });
  return events;
}

function presentSide(pair: RelationshipPair, i: 0 | 1) {
  const [self, them] = [pair[i], pair[1 - i] as RelationshipSide];
  return {
    buddy: { relation: relationOf(self), counts: presentBuddyCounts(self) },
    block: self.blocks_them === 1,
    open: contactProblem(self, relationshipOf(self, them.message_privacy)) === null,
  };
}
