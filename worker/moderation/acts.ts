import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import type { ReportType } from "#domain/reports/types.ts";
import {
  lockThreadStatements,
  moveThreadStatements,
  removeReplyStatements,
  removeThreadStatements,
} from "../forums/commands.ts";
import { hideItemStatements, rejectItemStatements } from "../items/review-commands.ts";
import { auditEntry } from "./audit.ts";
import { type Bannable, banStatements, warnStatements } from "./ban-commands.ts";
import type { Thing } from "./things.ts";

/** What is decided about whom and what, by whom. */
export interface Decision {
  case: { id: number; type: ReportType; target: string };
  subject: Bannable;
  thing: Thing;
  staff: Actor;
  reason: string;
  /** Of a ban. */
  until: number | null;
  /** Of a move. */
  subforum_id: number | undefined;
  now: number;
  /** The case is still to be decided. */
  when: SQL;
}

/** The statements that take a thing away; a message's record is elsewhere, and it has gone before. */
function removal({ case: { type, target }, subject, staff, now, when }: Decision): Statement[] {
  const id = Number(target);
  switch (type) {
    case "level":
      return [
        statement(sql`update levels set visibility = 'private', taken_down = 1, featured_at = null
          where id = ${id} and visibility = 'public' and ${when}`),
      ];
    case "comment":
      return [
        statement(sql`update comments set deleted_at = ${now}, deleted_by = ${staff.id}
          where id = ${id} and deleted_at is null and ${when}`),
      ];
    case "thread":
      return removeThreadStatements(id, staff, now, when);
    case "reply":
      return removeReplyStatements(id, staff, now, when);
    case "user":
      return [statement(sql`update users set bio = '' where id = ${subject.id} and ${when}`)];
    default:
      return [];
  }
}

/** The note of what was done to the thing itself. */
function note(act: CaseAct, { case: of, thing, staff, reason, subforum_id, now, when }: Decision): Statement {
  const removed = { level: { visibility: "private" }, user: { bio: "" } }[of.type as string] ?? {
    deleted: true,
  };
  const after = {
    remove: removed,
    move: { subforum_id },
    lock: { locked: 1 },
    hide: { state: "hidden" },
    reject: { state: "rejected" },
  }[act as string] as Record<string, unknown>;
  const before = Object.fromEntries(
    Object.entries(thing.state).filter(([field]) => field in after || "deleted" in after),
  );
  return auditEntry(
    {
      actor_id: staff.id,
      action: of.type === "message" ? "message.scrub" : `${of.type}.${act}`,
      subject_type: of.type,
      subject_id: of.target,
      reason,
      details: { case_id: of.id },
      before,
      after,
    },
    now,
    when,
  );
}

/** The statements of one act. */
export function actStatements(act: CaseAct, decision: Decision): Statement[] {
  const { case: of, subject, staff, reason, until, subforum_id, now, when } = decision;
  const id = Number(of.target);
  switch (act) {
    case "warn":
      return warnStatements(subject, staff, { reason, case_id: of.id }, now, when);
    case "ban":
      return banStatements(subject, staff, { reason, until, case_id: of.id }, now, when);
    case "remove":
      return [note(act, decision), ...removal(decision)];
    case "hide":
      return [note(act, decision), ...hideItemStatements(id, staff, reason, now, when)];
    case "reject":
      return [note(act, decision), ...rejectItemStatements(id, staff, reason, now, when)];
    case "lock":
      return [note(act, decision), ...lockThreadStatements(id, true, when)];
    case "move":
      return [note(act, decision), ...moveThreadStatements(id, subforum_id ?? 1, when)];
  }
}
