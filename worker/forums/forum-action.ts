import type { SQL, Statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { RequestContext } from "../http/handle.ts";
import type { MainEffect } from "../outbox/effects.ts";
import { storeEffects } from "../outbox/store-effects.ts";
import { FROM_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
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
  /** The name by which a removal is remembered. */
  name: string;
  /** The title and URL of the notification to the author if staff did it; no notification without a title. */
  noticeTitle?: string;
  url: string;
}

/** Whether this is a staff action: what staff do with their own posts isn't, except for what only staff can do. */
const isStaffAction = ({ author_id, action }: ForumAction, actor: Actor): boolean =>
  isStaff(actor) && (author_id !== actor.id || (action !== "delete" && action !== "restore"));

/** Remembers a removal, so it can be undone for a day, or marks it as undone. */
function removalEffects({ kind, id, author_id, action, name }: ForumAction, staff: Actor): MainEffect[] {
  const removed = { kind, id, staff_id: staff.id };
  if (action === "delete") return [{ type: "removal", ...removed, user_id: author_id, name }];
  return action === "restore" ? [{ type: "restored", ...removed }] : [];
}

/**
 * Runs the action in one batch that also stores its effects on the main database: the audit entry, the removal and the author's
 * notification. Returns the row that `rowAfter` selects.
 */
export async function runForumAction<Row>(
  call: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  forumAction: ForumAction,
  statements: readonly Statement[],
  rowAfter: Statement<Row>,
): Promise<Row> {
  const { now, viewer } = call;
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
  const notices = noticeTitle ? staffNotice(author_id, viewer, `${kind}:${id}`, noticeTitle, url) : [];
  const effects: MainEffect[] = isStaffs
    ? [{ type: "audit", entry }, ...removalEffects(forumAction, viewer), ...notices]
    : [];
  const {
    row: [row],
  } = await writeWithEffects(call, FROM_FORUM, {
    effects: storeEffects("main", effects, now, when),
    statements,
    row: rowAfter,
  });
  if (!row) throw new Error(`the ${kind} was not found`);
  return row;
}
