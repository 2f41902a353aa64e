import type { Batch, BatchOptions, BatchRows } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import type { RequestContext } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { type PendingRow, pendingQuery } from "./effects.ts";
import { type Outbox, openDatabases, relay } from "./relay.ts";

/** A response waits this long for its effects on another database. */
const WAIT_MS = 3_000;
const PASSES = 2;

/** Relays what a request stored, for its user. Never fails: the schedule relays the rest. */
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

/** Writes to one database and relays the effects it stored. Returns the statements' rows. */
export async function writeWithEffects<B extends Batch>(
  call: Pick<RequestContext, "gate" | "env" | "defer">,
  outbox: Outbox,
  statements: B,
  options?: BatchOptions,
): Promise<BatchRows<B>> {
  const { gate, env, defer } = call;
  const database = outbox.source === "main" ? gate : gate[outbox.source];
  const batch = { written: statements as Batch, pending: pendingQuery(outbox.target) };
  const { written, pending } = await database.write(batch, options);
  await relayNow(call, outbox, pending);
  if (pending.some(({ effects }) => effects.includes('"type":"notice"'))) defer(deliverNotices(env));
  return written as BatchRows<B>;
}

export const FROM_FORUM: Outbox = { source: "forum", target: "main" };
export const FROM_PLAY: Outbox = { source: "play", target: "main" };
export const TO_PLAY: Outbox = { source: "main", target: "play" };
export const TO_FORUM: Outbox = { source: "main", target: "forum" };
