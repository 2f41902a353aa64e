import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import { isReadOnly } from "#worker/http/read-only.ts";
import { db, testEnv } from "./browser.ts";

/** How long after the last change the site reads the switch again. */
const CHECK_MS = 10_000;

/** When the site has last read the switch. Ahead of the clock, so it isn't read again meanwhile. */
let readAt = 0;

/** Switches read-only mode, and lets the site notice it at once. */
export async function switchReadOnly(on: boolean): Promise<void> {
  await db.all(
    statement(sql`insert into site_values (name, value) values ('read_only', ${on ? "on" : "off"})
      on conflict (name) do update set value = excluded.value`),
  );
  readAt = Math.max(readAt, Date.now()) + CHECK_MS;
  await isReadOnly(testEnv, readAt);
}

/** Runs `work` in read-only mode. */
export async function whileReadOnly<T>(work: () => Promise<T>): Promise<T> {
  await switchReadOnly(true);
  try {
    return await work();
  } finally {
    await switchReadOnly(false);
  }
}
