import { type SQL, type Statement, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { CaseAction } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { removalName } from "../forums/commands.ts";
import { hideItemStatements, rejectItemStatements } from "../items/item-statements.ts";
import { storeEffects } from "../outbox/effects.ts";
import { auditEntry } from "./audit.ts";
import { type Bannable, banStatements, warnStatements } from "./ban-statements.ts";
import { storeRemoval } from "./removals.ts";
import type { ReportedContent } from "./reported-content.ts";

/** The decision about a case: the staff member, the affected user and the reported content. */
export interface Decision {
  case: { id: number; type: ReportType; target: string };
  subject: Bannable;
  content: ReportedContent;
  staff: Actor;
  reason: string;
  /** End of a ban in milliseconds; null if permanent or if there is no ban. */
  until: number | null;
  /** Target of a move. */
  subforum_id: number | undefined;
  now: number;
  /** Holds while the case is still undecided. */
  when: SQL;
}

/** Statements that remove the content. Messages aren't in D1; they have been removed before this batch. */
function removeStatements({ case: { type, target }, subject, staff, now, when }: Decision): Statement[] {
  const id = Number(target);
  switch (type) {
    case "level":
      return [
        statement`update levels set visibility = 'private', taken_down = 1, featured_at = null
          where id = ${id} and visibility = 'public' and ${when}`,
      ];
    case "comment":
      return [
        statement`update comments set deleted_at = ${now}, deleted_by = ${staff.id}
          where id = ${id} and deleted_at is null and ${when}`,
      ];
    case "thread":
    case "reply":
      return storeEffects("forum", [{ type: "remove", kind: type, id, staff_id: staff.id }], now, when);
    case "user":
      return [statement`update users set bio = '' where id = ${subject.id} and ${when}`];
    default:
      return [];
  }
}

/** The audit entry for the change to the content itself. */
function contentAuditEntry(
  action: CaseAction,
  { case: reportedCase, content, staff, reason, subforum_id, now, when }: Decision,
): Statement {
  const removed = { level: { visibility: "private" }, user: { bio: "" } }[reportedCase.type as string] ?? {
    deleted: true,
  };
  const after = {
    remove: removed,
    move: { subforum_id },
    lock: { locked: 1 },
    hide: { state: "hidden" },
    reject: { state: "rejected" },
  }[action as string] as Record<string, unknown>;
  const before = Object.fromEntries(
    Object.entries(content.state).filter(([field]) => field in after || "deleted" in after),
  );
  return auditEntry(now, {
    actor_id: staff.id,
    action: reportedCase.type === "message" ? "message.scrub" : `${reportedCase.type}.${action}`,
    subject_type: reportedCase.type,
    subject_id: reportedCase.target,
    reason,
    details: { case_id: reportedCase.id },
    before,
    after,
    when,
  });
}

/** The name of something that isn't stored in the main database. Messages have none: their texts stay in their conversations. */
function nameOf(type: ReportType, { title, body }: Record<string, unknown>): string | null {
  if (type === "thread") return String(title ?? "");
  if (type === "reply") return removalName(String(body ?? ""));
  return type === "message" ? "" : null;
}

/** Remembers the removal, so it can be undone. */
function caseRemoval(
  { case: { id, type, target }, subject, content, staff, now, when }: Decision,
  to: string,
): Statement {
  const name = nameOf(type, content.state);
  const thing = name === null ? {} : { thing: { user_id: subject.id, name } };
  return storeRemoval({ type, target, staff, case_id: id, to, ...thing }, now, when);
}

export function caseActionStatements(action: CaseAction, decision: Decision): Statement[] {
  const { case: reportedCase, subject, staff, reason, until, subforum_id, now, when } = decision;
  const id = Number(reportedCase.target);
  switch (action) {
    case "warn":
      return warnStatements(subject, staff, { reason, case_id: reportedCase.id }, now, when);
    case "ban":
      return banStatements(subject, staff, { reason, until, case_id: reportedCase.id }, now, when);
  }
  const audit = contentAuditEntry(action, decision);
  switch (action) {
    case "remove":
      return [audit, caseRemoval(decision, "private"), ...removeStatements(decision)];
    case "hide": {
      const { effects, changed } = hideItemStatements(id, staff, reason, now, when);
      return [audit, caseRemoval(decision, "hidden"), ...effects, changed];
    }
    case "reject": {
      const { effects, changed } = rejectItemStatements(id, staff, reason, now, when);
      return [audit, caseRemoval(decision, "rejected"), ...effects, changed];
    }
    case "lock":
      return [audit, ...storeEffects("forum", [{ type: "lock", id }], now, when)];
    case "move": {
      const move = { type: "move", id, subforum_id: subforum_id ?? 1 } as const;
      return [audit, ...storeEffects("forum", [move], now, when)];
    }
  }
}
