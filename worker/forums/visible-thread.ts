import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { canSeeThread } from "#domain/forums/rules.ts";
import { threadFacts } from "./present.ts";
import type { ReplyRow, ThreadRow } from "./queries.ts";

export const threadNotFound = (): ApiError =>
  new ApiError("not_found", { message: "This thread no longer exists." });

export const replyNotFound = (): ApiError =>
  new ApiError("not_found", { message: "This reply no longer exists." });

/** Returns the thread; throws a 404 if the viewer can't see it. */
export function visibleThread(thread: ThreadRow | undefined, viewer: Actor | null): ThreadRow {
  if (!thread || !canSeeThread(viewer, threadFacts(thread))) throw threadNotFound();
  return thread;
}

/** Returns the reply with its thread; throws a 404 if the viewer can't see the thread. A deleted reply is returned. */
export function visibleReply(
  reply: ReplyRow | undefined,
  thread: ThreadRow | undefined,
  viewer: Actor | null,
): { reply: ReplyRow; thread: ThreadRow } {
  if (!reply || !thread || !canSeeThread(viewer, threadFacts(thread))) throw replyNotFound();
  return { reply, thread };
}
