import fc from "fast-check";
import { expect } from "vitest";
import { deleteBlockRoute, toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  acceptBuddyRoute,
  buddyListRoute,
  deleteBuddyRoute,
  requestBuddyRoute,
} from "#domain/buddies/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { type Browser, runSql, type TestResponse } from "./browser.ts";
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
