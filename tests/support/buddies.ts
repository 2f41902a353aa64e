import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { statement } from "#db/database.ts";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  acceptBuddyRoute,
  buddyListRoute,
  deleteBuddyRoute,
  requestBuddyRoute,
} from "#domain/buddies/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { type Browser, db, runSql, type TestResponse } from "./browser.ts";
import type { TestUser } from "./test-user.ts";

export const BUDDY_ROUTES = {
  request: requestBuddyRoute,
  accept: acceptBuddyRoute,
  delete: deleteBuddyRoute,
} as const;
export type BuddyCommand = keyof typeof BUDDY_ROUTES;
export const buddyCommand = (
  name: BuddyCommand,
  user: TestUser,
  { username }: { username: string },
  input = {},
) => user.call(BUDDY_ROUTES[name], { username, ...input });

/** The relation of `me` to `other` according to the stored rows. */
export async function relationBetween(me: { id: number }, other: { id: number }): Promise<string> {
  const rows = await runSql<{ relation: string }>`
      select 'buddy' as relation from buddies where user_id = ${me.id} and buddy_id = ${other.id}
      union all select 'outgoing' from buddy_requests where from_id = ${me.id} and to_id = ${other.id}
      union all select 'incoming' from buddy_requests where from_id = ${other.id} and to_id = ${me.id}`;
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.relation ?? "none";
}

export type BuddyStep = { from: number; to: number; command: BuddyCommand | "toggle" | "unblock" };
const STEP_ROUTES = { ...BUDDY_ROUTES, toggle: toggleBlockRoute, unblock: deleteBlockRoute } as const;
export const randomStep = (people: number): fc.Arbitrary<BuddyStep> =>
  fc
    .record({
      from: fc.nat({ max: people - 1 }),
      to: fc.nat({ max: people - 1 }),
      command: fc.constantFrom(...(Object.keys(STEP_ROUTES) as BuddyStep["command"][])),
    })
    .filter(({ from, to }) => from !== to);

export const takeStep = (people: TestUser[], { from, to, command: name }: BuddyStep) =>
  (people[from] as TestUser).call(STEP_ROUTES[name], { username: people[to]?.username ?? "" });

export type BuddyList = TestResponse & { people: PresentUserCard[]; names: string[]; total: number };

export async function fetchBuddyList(
  browser: Browser,
  username: string,
  tab: string = "buddies",
  input: Record<string, unknown> = {},
): Promise<BuddyList> {
  const response = await browser.call(buddyListRoute, { username, tab, ...input });
  const people = (response.body.data ?? []) as PresentUserCard[];
  const { total = -1 } = (response.body.meta ?? {}) as { total?: number };
  return { ...response, people, names: people.map(({ username }) => username), total };
}

type Name = { username: string };

export const requestBuddy = (from: TestUser, to: Name) => from.call(requestBuddyRoute, to);

/** Stores a buddy connection directly in the database. */
export const befriend = (a: { id: number }, b: { id: number }, at = 1): Promise<unknown> =>
  runSql`insert into buddies (user_id, buddy_id, created_at)
    values (${a.id}, ${b.id}, ${at}), (${b.id}, ${a.id}, ${at})`;

/** The rules that must always hold, whatever users do at the same time, and don't. */
export async function brokenBuddyRules(): Promise<string[]> {
  const between = (a: string, b: string) =>
    `exists (select 1 from buddies where user_id = ${a} and buddy_id = ${b})`;
  const rules = {
    "one-way buddies": `select 1 from buddies b where not ${between("b.buddy_id", "b.user_id")}`,
    "a request between buddies": `select 1 from buddy_requests r where ${between("r.from_id", "r.to_id")}`,
    "requests in both directions": `select 1 from buddy_requests r where exists
      (select 1 from buddy_requests s where s.from_id = r.to_id and s.to_id = r.from_id)`,
    "buddies despite a block": `select 1 from blocks k where ${between("k.user_id", "k.blocked_id")}`,
    "a request despite a block": `select 1 from blocks k cross join buddy_requests r
      where (r.from_id, r.to_id) in ((k.user_id, k.blocked_id), (k.blocked_id, k.user_id))`,
    "wrong counts": `select 1 from users u where
      buddies_count <> (select count(*) from buddies where user_id = u.id)
      or incoming_count <> (select count(*) from buddy_requests where to_id = u.id)
      or outgoing_count <> (select count(*) from buddy_requests where from_id = u.id)
      or blocks_count <> (select count(*) from blocks where user_id = u.id)`,
  };
  const counts = await db.batch(
    Object.fromEntries(
      Object.entries(rules).map(([name, rule]) => [
        name,
        statement<{ n: number }>(sql.raw(`select count(*) as n from (${rule})`)),
      ]),
    ),
  );
  return Object.keys(rules).filter((name) => counts[name]?.[0]?.n !== 0);
}
