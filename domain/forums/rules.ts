import { type Actor, isStaff } from "../levels/rules.ts";
import { SITE } from "../site.ts";

/** The subforums (spec 1 §6); threads are moved between them by number. */
export const SUBFORUM_IDS = [1, 2, 3] as const;
export type SubforumId = (typeof SUBFORUM_IDS)[number];

export const SUBFORUMS: Record<SubforumId, { name: string; description: string }> = {
  1: {
    name: `${SITE.name} Central`,
    description: "Levels, items, events and everything else around the game.",
  },
  2: { name: "Off Topic", description: "Whatever else is on your mind." },
  3: { name: "Help", description: "Questions, and people who know the answer." },
};

interface ThreadFacts {
  user_id: number;
  locked: boolean;
  deleted: boolean;
  replies_count: number;
}
interface ReplyFacts {
  user_id: number;
  /** Who deleted it; null while it stands. */
  deleted_by: number | null;
}

/** What was deleted is there for staff alone. */
export const canSeeThread = (actor: Actor | null, { deleted }: Pick<ThreadFacts, "deleted">): boolean =>
  !deleted || isStaff(actor);

/** Members, unless the thread is locked; nobody where it was deleted. */
export const canReply = (
  actor: Actor | null,
  { locked, deleted }: Pick<ThreadFacts, "locked" | "deleted">,
): boolean => actor !== null && !deleted && (!locked || isStaff(actor));

/** Its author, unless the thread is locked; staff always. What was deleted is restored first. */
export const canEditReply = (
  actor: Actor | null,
  reply: ReplyFacts,
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean =>
  actor !== null &&
  reply.deleted_by === null &&
  !thread.deleted &&
  (isStaff(actor) || (actor.id === reply.user_id && !thread.locked));

/** The same people may delete it; what a thread begins with goes with the thread. */
export const canDeleteReply = (
  actor: Actor | null,
  reply: ReplyFacts & { position: number },
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean => reply.position > 0 && canEditReply(actor, reply, thread);

/** Whoever deleted a reply of their own may take that back, staff whatever was deleted. */
export const canRestoreReply = (
  actor: Actor | null,
  reply: ReplyFacts,
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean =>
  actor !== null &&
  reply.deleted_by !== null &&
  (isStaff(actor) ||
    (actor.id === reply.user_id && reply.deleted_by === actor.id && !thread.locked && !thread.deleted));

/** Its author while nobody has answered, and staff. */
export const canDeleteThread = (actor: Actor | null, thread: ThreadFacts): boolean =>
  actor !== null &&
  !thread.deleted &&
  (isStaff(actor) || (actor.id === thread.user_id && thread.replies_count === 0 && !thread.locked));

/** Moving, pinning, locking, and restoring what was deleted, are for staff. */
export const canModerateThreads = (actor: Actor | null): boolean => isStaff(actor);
