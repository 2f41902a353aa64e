import { ApiError } from "#domain/errors.ts";
import { canSeeThread } from "#domain/forums/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { factsOf } from "./present.ts";
import type { ReplyRow, ThreadRow } from "./queries.ts";

export const noThread = (): ApiError =>
  new ApiError("not_found", { message: "This thread is not there any more." });

export const noReply = (): ApiError =>
  new ApiError("not_found", { message: "This reply is not there any more." });

/** The thread, or a 404 when it is not there for this viewer. */
export function visibleThread(thread: ThreadRow | undefined, viewer: Actor | null): ThreadRow {
  if (!thread || !canSeeThread(viewer, factsOf(thread))) throw noThread();
  return thread;
}

/** The reply with its thread, or a 404 when it is not there for this viewer; of one that was deleted its place is. */
export function visibleReply(
  reply: ReplyRow | undefined,
  thread: ThreadRow | undefined,
  viewer: Actor | null,
): { reply: ReplyRow; thread: ThreadRow } {
  if (!reply || !thread || !canSeeThread(viewer, factsOf(thread))) throw noReply();
  return { reply, thread };
}
