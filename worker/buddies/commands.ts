import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { RequestContext } from "../http/handle.ts";
import { forgetPermits } from "../live/access.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { relationOf } from "./queries.ts";
import { type Standing, standingOf, standingQuery, tellChange } from "./standing.ts";

/**
 * Acts between two people. Each is one transaction whose statements carry their own conditions, so that whatever happens
 * at the same time there are both rows of being buddies or none, no request beside them and neither beside a block.
 */

interface Person {
  id: number;
  username: string;
}
/** Who acts. */
type Self = Pick<Person, "id">;

const areBuddies = (a: number, b: number) =>
  sql`exists (select 1 from buddies where user_id = ${a} and buddy_id = ${b})`;

const hasAsked = (from: number, to: number) =>
  sql`exists (select 1 from buddy_requests where from_id = ${from} and to_id = ${to})`;

const isOpen = (a: number, b: number) =>
  sql`not exists (select 1 from blocks where user_id = ${a} and blocked_id = ${b})
    and not exists (select 1 from blocks where user_id = ${b} and blocked_id = ${a})`;

const hasRoom = (id: number, column: "buddies_count" | "incoming_count" | "outgoing_count"): SQL =>
  sql`(select ${sql.raw(column)} from users where id = ${id}) < ${LIMITS.buddies}`;

const told = (user: Person, notice: Omit<Notice, "title">) => [
  { user_id: user.id, notice: { ...notice, title: "" } },
];

/** `me` accepts what `from` has asked, if they have. */
export function acceptRequest(me: Self, from: Person, now: number): Statement[] {
  const can = sql`${hasAsked(from.id, me.id)} and ${isOpen(me.id, from.id)}
    and ${hasRoom(me.id, "buddies_count")} and ${hasRoom(from.id, "buddies_count")}`;
  const notice = {
    type: "buddy_accept",
    group: "buddy_accept",
    actor: me.id,
    url: `/users/${from.username}/buddies`,
  } as const;
  const both = JSON.stringify([
    [me.id, from.id],
    [from.id, me.id],
  ]);
  return [
    ...queueNotices(told(from, notice), now, can),
    statement(sql`insert into buddies (user_id, buddy_id, created_at)
      select n.value ->> 0, n.value ->> 1, ${now} from json_each(${both}) n where ${can} on conflict do nothing`),
    statement(sql`delete from buddy_requests
      where from_id = ${from.id} and to_id = ${me.id} and ${areBuddies(me.id, from.id)}`),
  ];
}

/** `me` asks `other`; who was asked by them already accepts. */
export function askOrAccept(me: Self, other: Person, now: number): Statement[] {
  const can = sql`not ${areBuddies(me.id, other.id)} and not ${hasAsked(me.id, other.id)}
    and not ${hasAsked(other.id, me.id)} and ${isOpen(me.id, other.id)}
    and ${hasRoom(me.id, "outgoing_count")} and ${hasRoom(other.id, "incoming_count")}`;
  const notice = {
    type: "buddy_request",
    group: "buddy_request",
    actor: me.id,
    url: `/users/${other.username}/buddies/incoming`,
  } as const;
  return [
    ...acceptRequest(me, other, now),
    ...queueNotices(told(other, notice), now, can),
    statement(sql`insert into buddy_requests (from_id, to_id, created_at)
      select ${me.id}, ${other.id}, ${now} where ${can}`),
  ];
}

/** Being buddies and every request between two people end. */
export function part(a: Self, b: Self): Statement[] {
  return [
    statement(sql`delete from buddies where (user_id = ${a.id} and buddy_id = ${b.id})
      or (user_id = ${b.id} and buddy_id = ${a.id})`),
    statement(sql`delete from buddy_requests where (from_id = ${a.id} and to_id = ${b.id})
      or (from_id = ${b.id} and to_id = ${a.id})`),
  ];
}

/**
 * Runs an act's statements and answers how the two stood before it and stand after it. What is kept anywhere of who may
 * write to whom is forgotten before the answer; the pages of both are told after it.
 */
export async function act(
  { gate, env, defer }: Pick<RequestContext, "gate" | "env" | "defer">,
  me: Self,
  other: Self,
  statements: readonly Statement[],
): Promise<{ before: Standing; after: Standing }> {
  const standing = standingQuery(me.id, other.id);
  const [sides, ...rest] = await gate.write(standing, ...statements, standing);
  const before = standingOf(sides);
  const after = standingOf(rest.at(-1) as typeof sides);
  try {
    if (changesReach(before, after)) await forgetPermits(env, me.id, other.id);
  } finally {
    defer(tellChange(env, gate.db, before, after));
    if (relationOf(before[0]) !== relationOf(after[0])) defer(deliverNotices(env));
  }
  return { before, after };
}

/** Whether who may write to whom can have changed: not where a request alone came or went. */
function changesReach(before: Standing, after: Standing): boolean {
  const ways = [relationOf(before[0]), relationOf(after[0])];
  if (ways.includes("buddy") || before[0].blocks_them !== after[0].blocks_them) return true;
  // What changes nothing at all may be the second try of an act whose answer was lost.
  return ways.every((relation) => relation === "none");
}
