import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { RequestContext } from "../http/handle.ts";
import { auditEntry } from "../moderation/audit.ts";
import { restoredStatements, storeRemoval } from "../moderation/removals.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { staffNotice } from "./notices.ts";

/** An action on a thread or reply. */
interface ForumAction {
  kind: "thread" | "reply";
  id: number;
  /** The author of the thread or reply. */
  author_id: number;
  action: "delete" | "restore" | "pin" | "unpin" | "lock" | "unlock" | "move";
  /** Condition that the action still changes something. The action itself ends it, which makes it idempotent. */
  when: SQL;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The title and URL of the notification to the author if staff did it; no notification without a title. */
  noticeTitle?: string;
  url: string;
}

/** Whether this is a staff action: what staff do with their own posts isn't, except for what only staff can do. */
const isStaffAction = ({ author_id, action }: ForumAction, actor: Actor): boolean =>
  isStaff(actor) && (author_id !== actor.id || (action !== "delete" && action !== "restore"));

/** Remembers a removal, so it can be undone for a day, or marks it as undone. */
function removalStatements({ kind, id, action, when }: ForumAction, staff: Actor, now: number): Statement[] {
  const removal = { type: kind, target: id, staff };
  if (action === "delete") return [storeRemoval(removal, now, when)];
  return action === "restore" ? restoredStatements(removal, now, when) : [];
}

/**
 * Runs the action in one batch with the audit entry and the author's notification. Returns the row that `rowAfter` selects.
 */
export async function runForumAction<Row>(
  {
    gate,
    env,
    now,
    defer,
    viewer,
  }: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  forumAction: ForumAction,
  statements: readonly Statement[],
  rowAfter: Statement<Row>,
): Promise<Row> {
  const { kind, id, author_id, action, when, before, after, noticeTitle, url } = forumAction;
  const isStaffs = isStaffAction(forumAction, viewer);
  const entry = {
    actor_id: viewer.id,
    action: `${kind}.${action}` as const,
    subject_type: kind,
    subject_id: id,
    before,
    after,
  };
  const notices =
    isStaffs && noticeTitle ? staffNotice(author_id, viewer, `${kind}:${id}`, noticeTitle, url) : [];
  const {
    row: [row],
  } = await gate.write({
    audit: isStaffs ? [auditEntry(entry, now, when)] : [],
    removal: isStaffs ? removalStatements(forumAction, viewer, now) : [],
    notices: queueNotices(notices, now, when),
    statements,
    row: rowAfter,
  });
  if (!row) throw new Error(`the ${kind} was not found`);
  if (notices.length > 0) defer(deliverNotices(env));
  return row;
}
