import { countParts } from "#domain/build/edit.ts";
import type { ServerMessage } from "#domain/build/messages.ts";
import type { Draft } from "./draft.ts";
import type { DraftStore, LoggedStep } from "./draft-store.ts";
import { confirmation, MAX_SENT_PARTS, stepMessage } from "./op-handler.ts";

/** The number of a page that comes back, and the newest operation that it has. */
export interface Resume {
  client: number;
  after: number;
}

/** Longest text of missed operations that is sent. More is fetched with the document. */
const MAX_MISSED_LENGTH = 1024 * 1024;

/** Reads a socket's query. Null for a new page. */
export function readResume({ searchParams }: URL): Resume | "malformed" | null {
  const [client, after] = [searchParams.get("client"), searchParams.get("after")];
  if (client === null && after === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(client ?? "") || !/^\d{1,15}$/.test(after ?? "")) return "malformed";
  return { client: Number(client), after: Number(after) };
}

/** The messages that a page has missed: operations in their order, its own as confirmations. */
export function missedMessages(store: DraftStore, draft: Draft, { client, after }: Resume): ServerMessage[] {
  const { isComplete, length } = store.missedAfter(after);
  const isShort = isComplete && after <= draft.seq && length <= MAX_MISSED_LENGTH;
  const ops = isShort ? groupByOp(store.loggedAfter(after)) : [];
  if (
    isShort &&
    ops.every((steps) => steps.reduce((sum, { edit }) => sum + countParts(edit), 0) <= MAX_SENT_PARTS)
  )
    return ops.flatMap((steps) => messagesOf(steps, client));
  // Its own operations are in the document that it fetches, so it needn't know their effects.
  const own = groupByOp(store.loggedBy(client, after));
  return [
    { resync: true },
    ...own.map((steps) => confirmation(steps.map((step) => ({ ...step, showsEdit: false })))),
  ];
}

/** Groups numbered operations that belong to one of a page. They follow each other. */
function groupByOp(steps: readonly LoggedStep[]): LoggedStep[][] {
  return [...Map.groupBy(steps, ({ client, n }) => `${client}:${n}`).values()];
}

function messagesOf(steps: readonly LoggedStep[], client: number): ServerMessage[] {
  // A page may have lost what its own operations did.
  if (steps[0]?.client === client) return [confirmation(steps.map((step) => ({ ...step, showsEdit: true })))];
  return steps.map((step) => stepMessage(step.client, step));
}
