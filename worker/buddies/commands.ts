import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { RequestContext } from "../http/handle.ts";
import { clearPermits } from "../live/disconnect.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { relationOf } from "./queries.ts";
import {
  notifyRelationshipChange,
  type RelationshipPair,
  relationshipPairQuery,
  toRelationshipPair,
} from "./relationship-pair.ts";

/**
 * Each command is one transaction whose statements have their own conditions. Under concurrency there are always both
 * rows of a friendship or none, no request between buddies, and neither across a block.
 */

type Person = Columns<typeof users, "id" | "username">;
/** The acting user. */
type Viewer = Pick<Person, "id">;

const areBuddies = (a: number, b: number) =>
  sql`exists (select 1 from buddies where user_id = ${a} and buddy_id = ${b})`;

const hasRequested = (from: number, to: number) =>
  sql`exists (select 1 from buddy_requests where from_id = ${from} and to_id = ${to})`;

const areUnblocked = (a: number, b: number) =>
  sql`not exists (select 1 from blocks where user_id = ${a} and blocked_id = ${b})
    and not exists (select 1 from blocks where user_id = ${b} and blocked_id = ${a})`;

const hasRoom = (id: number, column: "buddies_count" | "incoming_count" | "outgoing_count"): SQL =>
  sql`(select ${sql.raw(column)} from users where id = ${id}) < ${LIMITS.buddies}`;

const noticeTo = (user: Person, notice: Omit<Notice, "title">) => [
  { user_id: user.id, notice: { ...notice, title: "" } },
];

/** Statements with which `me` accepts the request of `from`, if there is one. */
export function acceptRequestStatements(me: Viewer, from: Person, now: number): Statement[] {
  const isAllowed = sql`${hasRequested(from.id, me.id)} and ${areUnblocked(me.id, from.id)}
    and ${hasRoom(me.id, "buddies_count")} and ${hasRoom(from.id, "buddies_count")}`;
  const notice = {
    type: "buddy_accept",
    group: "buddy_accept",
    actor: me.id,
    url: `/users/${from.username}/buddies`,
  } as const;
  const pairs = JSON.stringify([
    [me.id, from.id],
    [from.id, me.id],
  ]);
  return [
    ...queueNotices(noticeTo(from, notice), now, isAllowed),
    statement(sql`insert into buddies (user_id, buddy_id, created_at)
      select n.value ->> 0, n.value ->> 1, ${now} from json_each(${pairs}) n where ${isAllowed} on conflict do nothing`),
    statement(sql`delete from buddy_requests
      where from_id = ${from.id} and to_id = ${me.id} and ${areBuddies(me.id, from.id)}`),
  ];
}

/** Statements with which `me` sends `other` a request, or accepts theirs. */
export function requestOrAcceptStatements(me: Viewer, other: Person, now: number): Statement[] {
  const isAllowed = sql`not ${areBuddies(me.id, other.id)} and not ${hasRequested(me.id, other.id)}
    and not ${hasRequested(other.id, me.id)} and ${areUnblocked(me.id, other.id)}
    and ${hasRoom(me.id, "outgoing_count")} and ${hasRoom(other.id, "incoming_count")}`;
  const notice = {
    type: "buddy_request",
    group: "buddy_request",
    actor: me.id,
    url: `/users/${other.username}/buddies/incoming`,
  } as const;
  return [
    ...acceptRequestStatements(me, other, now),
    ...queueNotices(noticeTo(other, notice), now, isAllowed),
    statement(sql`insert into buddy_requests (from_id, to_id, created_at)
      select ${me.id}, ${other.id}, ${now} where ${isAllowed}`),
  ];
}

/** Statements that end a friendship and delete any request between two users. */
export function unbuddyStatements(a: Viewer, b: Viewer): Statement[] {
  return [
    statement(sql`delete from buddies where (user_id = ${a.id} and buddy_id = ${b.id})
      or (user_id = ${b.id} and buddy_id = ${a.id})`),
    statement(sql`delete from buddy_requests where (from_id = ${a.id} and to_id = ${b.id})
      or (from_id = ${b.id} and to_id = ${a.id})`),
  ];
}

/**
 * Runs statements and returns the relationship before and after. Cached message permits of both are cleared before
 * the response; their tabs are notified after it.
 */
export async function changeRelationship(
  { gate, env, defer }: Pick<RequestContext, "gate" | "env" | "defer">,
  me: Viewer,
  other: Viewer,
  statements: readonly Statement[],
): Promise<{ before: RelationshipPair; after: RelationshipPair }> {
  const pairQuery = relationshipPairQuery(me.id, other.id);
  const pairs = await gate.write({ before: pairQuery, statements, after: pairQuery });
  const before = toRelationshipPair(pairs.before);
  const after = toRelationshipPair(pairs.after);
  try {
    if (affectsContact(before, after)) await clearPermits(env, me.id, other.id);
  } finally {
    defer(notifyRelationshipChange(env, gate.db, before, after));
    if (relationOf(before[0]) !== relationOf(after[0])) defer(deliverNotices(env));
  }
  return { before, after };
}

/** Whether the permission to message each other may have changed, which requests alone don't affect. */
function affectsContact(before: RelationshipPair, after: RelationshipPair): boolean {
  const relations = [relationOf(before[0]), relationOf(after[0])];
  if (relations.includes("buddy") || before[0].blocks_them !== after[0].blocks_them) return true;
  // A command without any effect may be the retry of one whose response was lost.
  return relations.every((relation) => relation === "none");
}
