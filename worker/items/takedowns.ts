import { type Columns, Database, sql, statement } from "#db/database.ts";
import { renderJobs, unequipStatements } from "../avatar/commands.ts";
import { sendAll } from "../send-all.ts";

/** Copies per pass and passes per run; the schedule continues from there. */
const COPIES_PER_PASS = 100;
const MAX_PASSES = 20;

type Takedown = Columns<"item_takedowns", "item_id" | "after">;

/** Unequips rejected items from all owners' looks. Stored progress neither skips nor repeats any. */
export async function runTakedowns(env: Env): Promise<void> {
  const db = new Database(env.DB);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const [next] = await db.all(statement<Takedown>`select item_id, after from item_takedowns limit 1`);
    if (!next) return;
    const { unequipped } = await db.batch(passStatements(next));
    await sendAll(env.RENDERS, renderJobs(unequipped.bopis));
  }
}

/** The statements of a pass. The first pass includes the maker, whose copy has no serial. */
function passStatements({ item_id: id, after }: Takedown) {
  const copies = sql`select user_id, serial from inventory indexed by inventory_serial
    where item_id = ${id} and serial is not null and serial > ${after} order by serial limit ${COPIES_PER_PASS}`;
  const owners = sql`(select user_id from (${copies}) union all select user_id from items where id = ${id} and ${after} = 0)`;
  const last = sql`(select max(serial) from (${copies}))`;
  return {
    unequipped: unequipStatements(owners, id),
    finished: statement`delete from item_takedowns where item_id = ${id} and ${last} is null`,
    progress: statement`update item_takedowns set after = ${last} where item_id = ${id} and ${last} is not null`,
  };
}
