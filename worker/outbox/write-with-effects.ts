import type { Batch, BatchOptions, BatchRows } from "#db/database.ts";
import type { RequestContext } from "../http/handle.ts";
import { deliverNotices } from "../notifications/queue.ts";
import type { Outbox } from "./relay.ts";
import { relayNow } from "./relay-now.ts";
import { type PendingRow, pendingQuery } from "./store-effects.ts";

type WriteCall = Pick<RequestContext, "gate" | "env" | "defer">;

const hasNotices = (rows: readonly PendingRow[]): boolean =>
  rows.some(({ effects }) => effects.includes('"type":"notice"'));

/**
 * Writes to one database, and then relays the effects that the statements store for another one (`storeEffects`). Returns the
 * statements' rows by name.
 */
export async function writeWithEffects<B extends Batch>(
  call: WriteCall,
  outbox: Outbox,
  statements: B,
  options?: BatchOptions,
): Promise<BatchRows<B>> {
  const { gate, env, defer } = call;
  const database = outbox.source === "main" ? gate : gate[outbox.source];
  const batch = { written: statements as Batch, pending: pendingQuery(outbox.target) };
  const { written, pending } = await database.write(batch, options);
  await relayNow(call, outbox, pending);
  if (hasNotices(pending)) defer(deliverNotices(env));
  return written as BatchRows<B>;
}

export const FROM_FORUM: Outbox = { source: "forum", target: "main" };
export const FROM_PLAY: Outbox = { source: "play", target: "main" };
export const TO_PLAY: Outbox = { source: "main", target: "play" };
export const TO_FORUM: Outbox = { source: "main", target: "forum" };
