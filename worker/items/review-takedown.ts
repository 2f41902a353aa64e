import { type SQL, sql } from "drizzle-orm";
import { Database, type Query, select } from "#db/client.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { Env } from "../env.ts";

/** How many owners a pass looks at, and how many passes run at once; the schedule goes on from there. */
const AT_ONCE = 100;
const MOST_PASSES = 20;

interface Takedown {
  item_id: number;
  after: number;
}

const columns = SLOTS.map((slot) => sql.raw(slot));
const worn = (id: number): SQL => sql`${id} in (${sql.join(columns, sql`, `)})`;
const cleared = (id: number): SQL =>
  sql.join(
    columns.map((slot) => sql`${slot} = nullif(${slot}, ${id})`),
    sql`, `,
  );

/**
 * Takes rejected items off the bopis and outfits of whoever has a copy, which are drawn anew without it. A pass sees to so many
 * copies and notes in the same transaction how far it came, so that a process that dies in between loses and repeats nothing.
 */
export async function runTakedowns(env: Env): Promise<void> {
  const db = new Database(env.DB);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const [next] = await db.all(select<Takedown>(sql`select item_id, after from item_takedowns limit 1`));
    if (!next) return;
    const [bopis] = await db.batch(takeOff(next));
    const jobs = bopis.map(({ user_id, revision }) => ({
      body: { kind: "avatar" as const, user_id, revision },
    }));
    if (jobs.length > 0) await env.RENDERS.sendBatch(jobs);
  }
}

/** The statements of a pass; the first one answers whose bopi has changed. The maker, whose copy has no number, comes with the first. */
function takeOff({ item_id: id, after }: Takedown) {
  const copies = sql`select user_id, serial from inventory indexed by inventory_serial
    where item_id = ${id} and serial is not null and serial > ${after} order by serial limit ${AT_ONCE}`;
  const owners = sql`(select user_id from (${copies}) union all select user_id from items where id = ${id} and ${after} = 0)`;
  const last = sql`(select max(serial) from (${copies}))`;
  return [
    select<{ user_id: number; revision: number }>(sql`update bopis set ${cleared(id)}, revision = revision + 1
      where user_id in ${owners} and ${worn(id)} returning user_id, revision`),
    select(
      sql`update outfits set ${cleared(id)}, thumbnail = null where user_id in ${owners} and ${worn(id)}`,
    ),
    select(sql`delete from item_takedowns where item_id = ${id} and ${last} is null`),
    select(sql`update item_takedowns set after = ${last} where item_id = ${id} and ${last} is not null`),
  ] as const satisfies readonly Query[];
}
