import { sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import { renderJobs, takeOff } from "../avatar/wearing.ts";
import type { Env } from "../env.ts";
import { sendAll } from "../send-all.ts";

/** How many owners a pass looks at, and how many passes run at once; the schedule goes on from there. */
const AT_ONCE = 100;
const MOST_PASSES = 20;

interface Takedown {
  item_id: number;
  after: number;
}

/**
 * Takes rejected items off the bopis and outfits of whoever has a copy, which are drawn anew without it. A pass sees to so many
 * copies and notes in the same transaction how far it came, so that a process that dies in between loses and repeats nothing.
 */
export async function runTakedowns(env: Env): Promise<void> {
  const db = new Database(env.DB);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const [next] = await db.all(statement<Takedown>(sql`select item_id, after from item_takedowns limit 1`));
    if (!next) return;
    const [bopis] = await db.batch(passOf(next));
    await sendAll(env.RENDERS, renderJobs(bopis));
  }
}

/** The statements of a pass; the first one answers whose bopi has changed. The maker, whose copy has no number, comes with the first. */
function passOf({ item_id: id, after }: Takedown) {
  const copies = sql`select user_id, serial from inventory indexed by inventory_serial
    where item_id = ${id} and serial is not null and serial > ${after} order by serial limit ${AT_ONCE}`;
  const owners = sql`(select user_id from (${copies}) union all select user_id from items where id = ${id} and ${after} = 0)`;
  const last = sql`(select max(serial) from (${copies}))`;
  return [
    ...takeOff(owners, id),
    statement(sql`delete from item_takedowns where item_id = ${id} and ${last} is null`),
    statement(sql`update item_takedowns set after = ${last} where item_id = ${id} and ${last} is not null`),
  ] as const satisfies readonly Statement[];
}
