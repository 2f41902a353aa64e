import type { Reach } from "#db/database.ts";
import { isReadOnly, readOnlyStatement } from "#worker/http/read-only.ts";
import { db, testEnv } from "./browser.ts";
import { until } from "./until.ts";

/** How long after the last change the site reads the switch again. */
const CHECK_MS = 10_000;

/** When the site has last read the switch. Ahead of the clock, so it isn't read again meanwhile. */
let readAt = 0;

/** Switches read-only mode, and lets the site notice it at once. */
export async function switchReadOnly(on: boolean): Promise<void> {
  await db.all(readOnlyStatement(on ? "on" : "off"));
  const isNoticed = (reach: Reach) => {
    readAt = Math.max(readAt, Date.now()) + CHECK_MS;
    return isReadOnly(testEnv, readAt, reach);
  };
  // A read that is under way may have begun before the change, and a copy of the database can follow later.
  for (const reach of ["primary", "near"] as const) await until(async () => (await isNoticed(reach)) === on);
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
