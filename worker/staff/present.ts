import type { Actor } from "#domain/auth/roles.ts";
import type { AuditItem } from "#domain/staff/api.ts";
import { createdTimes } from "#domain/time.ts";
import { presentRemoval, type RemovalRow } from "../moderation/removals.ts";
import { presentUser } from "../users/present.ts";
import type { AuditRow } from "./audit-query.ts";

type Fields = Record<string, unknown>;

/** Returns the page of an entry's subject, if it has one. */
function subjectUrl({ subject_type, subject_id, name }: AuditRow): string | null {
  switch (subject_type) {
    case "user":
      return name && `/staff/users/${name}`;
    case "level":
      return `/levels/${subject_id}`;
    case "item":
      return `/items/${subject_id}`;
    case "thread":
      return `/forums/thread/${subject_id}`;
    case "case":
      return `/staff/reports/${subject_id}`;
    case "event":
      return "/staff/events";
    case "challenge":
      return "/staff/challenges";
    case "host":
      return "/staff/hosts";
    default:
      return null;
  }
}

const parseFields = (json: string | null): Fields | null =>
  json === null ? null : (JSON.parse(json) as Fields);

export function presentAuditEntry(row: AuditRow, viewer: Actor, now: number): AuditItem {
  return {
    id: row.id,
    actor: presentUser(row, now),
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.name, url: subjectUrl(row) },
    other: row.other,
    reason: row.reason,
    details: parseFields(row.details) ?? {},
    before: parseFields(row.before),
    after: parseFields(row.after),
    removal: row.removal === null ? null : presentRemoval(JSON.parse(row.removal) as RemovalRow, viewer, now),
    ...createdTimes(row.created_at),
  };
}
