import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import type { RequestContext } from "../http/handle.ts";
import { clearPermits } from "../live/notify.ts";
import { deliverNotices, noticeJson, queueNoticesOf } from "../notifications/queue.ts";
import { relationOf } from "./queries.ts";
import {
  notifyRelationshipChange,
  type RelationshipPair,
  type RelationshipSide,
  relationshipPairQuery,
  toRelationshipPair,
} from "./relationship-pair.ts";

/** Each command is one transaction with conditions: always both rows of a friendship or none. */

/** The acting user. */
type Viewer = Columns<"users", "id">;

/** The id of another user, which a batch can find by their name. */
type Id = number | SQL;

const areBuddies = (a: Id, b: Id) =>
  sql`exists (select 1 from buddies where user_id = ${a} and buddy_id = ${b})`;

const hasRequested = (from: Id, to: Id) =>
  sql`exists (select 1 from buddy_requests where from_id = ${from} and to_id = ${to})`;

const areUnblocked = (a: Id, b: Id) =>
  sql`not exists (select 1 from blocks where user_id = ${a} and blocked_id = ${b})
    and not exists (select 1 from blocks where user_id = ${b} and blocked_id = ${a})`;

const hasRoom = (id: Id, column: "buddies_count" | "incoming_count" | "outgoing_count"): SQL =>
  sql`(select ${sql.raw(column)} from users where id = ${id}) < ${LIMITS.buddies}`;

/** Notifies a user of what `actor` did. */
const notifyBuddy = (
  to: Id,
  actor: number,
  type: "buddy_accept" | "buddy_request",
  page: "buddies" | "buddies/incoming",
  now: number,
  when: SQL,
): Statement =>
  queueNoticesOf(
    sql`select u.id as user_id, ${noticeJson({ type, group: type, actor }, { title: sql`''`, url: sql`'/users/' || u.username || ${`/${page}`}` })} as notice
      from users u where u.id = ${to} and ${when}`,
    now,
  );

/** Statements with which `me` accepts the request of `from`, if there is one. */
export function acceptRequestStatements(me: Viewer, from: Id, now: number): Statement[] {
  const isAllowed = sql`${hasRequested(from, me.id)} and ${areUnblocked(me.id, from)}
    and ${hasRoom(me.id, "buddies_count")} and ${hasRoom(from, "buddies_count")}`;
  return [
    notifyBuddy(from, me.id, "buddy_accept", "buddies", now, isAllowed),
    statement`insert into buddies (user_id, buddy_id, created_at)
      select n.value ->> 0, n.value ->> 1, ${now}
      from json_each(json_array(json_array(${me.id}, ${from}), json_array(${from}, ${me.id}))) n
      where ${isAllowed} on conflict do nothing`,
    statement`delete from buddy_requests
      where from_id = ${from} and to_id = ${me.id} and ${areBuddies(me.id, from)}`,
  ];
}

/** Statements with which `me` sends `other` a request, or accepts theirs. */
export function requestOrAcceptStatements(me: Viewer, other: Id, now: number): Statement[] {
  const isAllowed = sql`not ${areBuddies(me.id, other)} and not ${hasRequested(me.id, other)}
    and not ${hasRequested(other, me.id)} and ${areUnblocked(me.id, other)}
    and ${hasRoom(me.id, "outgoing_count")} and ${hasRoom(other, "incoming_count")}`;
  return [
    ...acceptRequestStatements(me, other, now),
    notifyBuddy(other, me.id, "buddy_request", "buddies/incoming", now, isAllowed),
    statement`insert into buddy_requests (from_id, to_id, created_at)
      select ${me.id}, ${other}, ${now} where ${isAllowed}`,
  ];
}

/** Statements that end a friendship and delete any request between two users. */
export function unbuddyStatements(a: Viewer, b: Viewer): Statement[] {
  return [
    statement`delete from buddies where (user_id = ${a.id} and buddy_id = ${b.id})
      or (user_id = ${b.id} and buddy_id = ${a.id})`,
    statement`delete from buddy_requests where (from_id = ${a.id} and to_id = ${b.id})
      or (from_id = ${b.id} and to_id = ${a.id})`,
  ];
}

type Call = Pick<RequestContext, "gate" | "env" | "defer">;

interface RelationshipChange {
  before: RelationshipPair;
  after: RelationshipPair;
}

/** Returns statements with the relationship before and after them. */
function withRelationship(me: Viewer, other: Id, statements: readonly Statement[]) {
  const pairQuery = relationshipPairQuery(me.id, other);
  return { before: pairQuery, statements, after: pairQuery };
}

/** The relationship before and after. Permits are cleared before the response, tabs notified later. */
export const changeRelationship = async (
  call: Call,
  me: Viewer,
  other: Viewer,
  statements: readonly Statement[],
): Promise<RelationshipChange> =>
  settleChange(call, await call.gate.write(withRelationship(me, other.id, statements)));

/** The same if a rule holds, which the caller hasn't read before; else null. */
export async function changeRelationshipIf(
  rule: SQL,
  call: Call,
  me: Viewer,
  other: Id,
  statements: readonly Statement[],
): Promise<RelationshipChange | null> {
  const pairs = await call.gate.writeIf(rule, withRelationship(me, other, statements));
  return pairs && settleChange(call, pairs);
}

async function settleChange(
  { gate, env, defer }: Call,
  pairs: { before: RelationshipSide[]; after: RelationshipSide[] },
): Promise<RelationshipChange> {
  const before = toRelationshipPair(pairs.before);
  const after = toRelationshipPair(pairs.after);
  try {
    if (affectsContact(before, after)) await clearPermits(env, after[0].id, after[1].id);
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
