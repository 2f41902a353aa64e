import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { db } from "./browser.ts";
import type { Person } from "./people.ts";

type Name = { username: string };

export const ask = (from: Person, to: Name) => from.browser.call(requestBuddyRoute, { params: to });

/** Makes two people buddies without asking the site. */
export const befriend = (a: { id: number }, b: { id: number }, at = 1): Promise<unknown> =>
  db.all(
    statement(
      sql`insert into buddies (user_id, buddy_id, created_at) values (${a.id}, ${b.id}, ${at}), (${b.id}, ${a.id}, ${at})`,
    ),
  );

/** What must never be, whatever people do at the same time: each rule with the number of times it is broken. */
export async function brokenRules(): Promise<Record<string, number>> {
  const between = (a: string, b: string) =>
    `exists (select 1 from buddies where user_id = ${a} and buddy_id = ${b})`;
  const rules = {
    "half a friendship": `select 1 from buddies b where not ${between("b.buddy_id", "b.user_id")}`,
    "a request beside a friendship": `select 1 from buddy_requests r where ${between("r.from_id", "r.to_id")}`,
    "requests both ways": `select 1 from buddy_requests r where exists
      (select 1 from buddy_requests s where s.from_id = r.to_id and s.to_id = r.from_id)`,
    "a friendship beside a block": `select 1 from blocks k where ${between("k.user_id", "k.blocked_id")}`,
    "a request beside a block": `select 1 from blocks k cross join buddy_requests r
      where (r.from_id, r.to_id) in ((k.user_id, k.blocked_id), (k.blocked_id, k.user_id))`,
    "a count that is not the truth": `select 1 from users u where
      buddies_count <> (select count(*) from buddies where user_id = u.id)
      or incoming_count <> (select count(*) from buddy_requests where to_id = u.id)
      or outgoing_count <> (select count(*) from buddy_requests where from_id = u.id)
      or blocks_count <> (select count(*) from blocks where user_id = u.id)`,
  };
  const names = Object.keys(rules);
  const counts = await db.batch(
    Object.values(rules).map((rule) =>
      statement<{ n: number }>(sql.raw(`select count(*) as n from (${rule})`)),
    ),
  );
  return Object.fromEntries(names.map((name, i) => [name, counts[i]?.[0]?.n ?? -1]));
}

export const NO_RULE_BROKEN = {
  "half a friendship": 0,
  "a request beside a friendship": 0,
  "requests both ways": 0,
  "a friendship beside a block": 0,
  "a request beside a block": 0,
  "a count that is not the truth": 0,
};
