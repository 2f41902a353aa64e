import { type Actor, isStaff } from "../auth/roles.ts";
import { SITE } from "../site.ts";

/** The subforums (spec 1 §6), by number. */
export const SUBFORUM_IDS = [1, 2, 3] as const;
export type SubforumId = (typeof SUBFORUM_IDS)[number];

export const SUBFORUMS: Record<SubforumId, { name: string; description: string }> = {
  1: {
    name: `${SITE.name} Central`,
    description: "Levels, items, events and everything else around the game.",
  },
  2: { name: "Off Topic", description: "Anything else on your mind." },
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
  deleted_by: number | null;
}

export const canSeeThread = (actor: Actor | null, { deleted }: Pick<ThreadFacts, "deleted">): boolean =>
  !deleted || isStaff(actor);

export const canReply = (
  actor: Actor | null,
  { locked, deleted }: Pick<ThreadFacts, "locked" | "deleted">,
): boolean => actor !== null && !deleted && (!locked || isStaff(actor));

/** The author can edit unless the thread is locked; staff always can. Deleted replies have to be restored first. */
export const canEditReply = (
  actor: Actor | null,
  reply: ReplyFacts,
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean =>
  actor !== null &&
  reply.deleted_by === null &&
  !thread.deleted &&
  (isStaff(actor) || (actor.id === reply.user_id && !thread.locked));

/** The same users can delete a reply. The opening post is deleted with its thread. */
export const canDeleteReply = (
  actor: Actor | null,
  reply: ReplyFacts & { position: number },
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean => reply.position > 0 && canEditReply(actor, reply, thread);

/** Authors can restore replies they deleted themselves; staff can restore any. */
export const canRestoreReply = (
  actor: Actor | null,
  reply: ReplyFacts,
  thread: Pick<ThreadFacts, "locked" | "deleted">,
): boolean =>
  actor !== null &&
  reply.deleted_by !== null &&
  (isStaff(actor) ||
    (actor.id === reply.user_id && reply.deleted_by === actor.id && !thread.locked && !thread.deleted));

/** The author can delete a thread until the first reply; staff always can. */
export const canDeleteThread = (actor: Actor | null, thread: ThreadFacts): boolean =>
  actor !== null &&
  !thread.deleted &&
  (isStaff(actor) || (actor.id === thread.user_id && thread.replies_count === 0 && !thread.locked));

export const canModerateThreads = (actor: Actor | null): boolean => isStaff(actor);
