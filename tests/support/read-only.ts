import { isReadOnly, readOnlyStatement } from "#worker/http/read-only.ts";
import { db, testEnv } from "./browser.ts";

/** How long after the last change the site reads the switch again. */
const CHECK_MS = 10_000;

/** When the site has last read the switch. Ahead of the clock, so it isn't read again meanwhile. */
let readAt = 0;

/** Switches read-only mode, and lets the site notice it at once. */
export async function switchReadOnly(on: boolean): Promise<void> {
  await db.all(readOnlyStatement(on ? "on" : "off"));
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
