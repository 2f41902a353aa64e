import type { AuditItem } from "#domain/staff/api.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { presentUser } from "../users/present.ts";
import type { AuditRow } from "./audit-query.ts";

type Fields = Record<string, unknown>;

/** Pages of what staff do something with, where there is one. */
function urlOf({ subject_type, subject_id, name }: AuditRow): string | null {
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

const read = (json: string | null): Fields | null => (json === null ? null : (JSON.parse(json) as Fields));

export function presentEntry(row: AuditRow, now: number): AuditItem {
  return {
    id: row.id,
    actor: presentUser(row, now),
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.name, url: urlOf(row) },
    other: row.other,
    reason: row.reason,
    details: read(row.details) ?? {},
    before: read(row.before),
    after: read(row.after),
    created_at: isoTime(row.created_at),
    created_at_formatted: formatTime(row.created_at),
  };
}
