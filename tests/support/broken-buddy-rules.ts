import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { db, runSql } from "./browser.ts";
import type { TestUser } from "./test-user.ts";

type Name = { username: string };

export const requestBuddy = (from: TestUser, to: Name) => from.call(requestBuddyRoute, to);

/** Stores a buddy connection directly in the database. */
export const befriend = (a: { id: number }, b: { id: number }, at = 1): Promise<unknown> =>
  runSql`insert into buddies (user_id, buddy_id, created_at)
    values (${a.id}, ${b.id}, ${at}), (${b.id}, ${a.id}, ${at})`;

/** Counts violations of each rule that must always hold, whatever users do at the same time. */
export async function brokenBuddyRules(): Promise<Record<string, number>> {
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
  return Object.fromEntries(Object.entries(counts).map(([name, [row]]) => [name, row?.n ?? -1]));
}

export const NO_BROKEN_RULES = {
  "one-way buddies": 0,
  "a request between buddies": 0,
  "requests in both directions": 0,
  "buddies despite a block": 0,
  "a request despite a block": 0,
  "wrong counts": 0,
};
