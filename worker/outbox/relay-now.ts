import { withTimeLimit } from "#db/time-limit.ts";
import type { RequestContext } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { openDatabases } from "./databases.ts";
import { type Outbox, relay } from "./relay.ts";
import type { PendingRow } from "./store-effects.ts";

/** A response waits this long for its effects on another database. */
const WAIT_MS = 3_000;
const PASSES = 2;

/**
 * Relays what a request has just stored, so its user sees all of it. Never fails: the schedule relays what couldn't be relayed
 * now.
 */
export async function relayNow(
  { gate, env, defer }: Pick<RequestContext, "gate" | "env" | "defer">,
  outbox: Outbox,
  rows: readonly PendingRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const databases = openDatabases(env, gate.db.meter);
  const work = relay(databases, outbox, { rows, passes: PASSES, defer });
  defer(work.catch(() => {}));
  try {
    const { hasDueAchievements } = await withTimeLimit(WAIT_MS, work);
    gate.hasDueAchievements ||= hasDueAchievements;
  } catch (error) {
    logError("effects not relayed", outbox, error);
  }
}
