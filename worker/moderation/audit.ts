import { SQL, type Statement, sql, statement } from "#db/database.ts";

/** A staff action, or a view of private data. */
export interface AuditEntry {
  actor_id: number;
  /** For example `user.ban`. */
  action: `${string}.${string}`;
  /** By default what the action begins with. */
  subject_type?: string;
  /** An SQL expression if the action itself creates the subject. */
  subject_id: number | string | SQL;
  reason?: string;
  details?: Record<string, unknown>;
  /** The subject's fields before and after. SQL is evaluated at the entry's position in its batch. */
  before?: Record<string, unknown> | SQL | null;
  after?: Record<string, unknown> | SQL | null;
}

/** The changed fields only, with their old and new values. */
export function changesOf(
  before: object,
  after: object,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const old = before as Record<string, unknown>;
  const changed = Object.entries(after).filter(
    ([field, value]) => value !== undefined && value !== old[field],
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old[field]])),
    after: Object.fromEntries(changed),
  };
}

const asJson = (value: Record<string, unknown> | SQL | null): SQL | string | null =>
  value === null || value instanceof SQL ? value : JSON.stringify(value);

/** Writes an audit entry in the action's batch. Entries are never changed. */
export function auditEntry(
  now: number,
  {
    actor_id,
    action,
    subject_type = action.slice(0, action.indexOf(".")),
    subject_id,
    reason = "",
    details = {},
    before = null,
    after = null,
    when = sql`true`,
  }: AuditEntry & { when?: SQL },
): Statement {
  const subject = typeof subject_id === "object" ? sql`cast(${subject_id} as text)` : String(subject_id);
  return statement`insert into audit_log (actor_id, action, subject_type, subject_id, reason, details, before, after, created_at)
    select ${actor_id}, ${action}, ${subject_type}, ${subject}, ${reason}, ${JSON.stringify(details)},
      ${asJson(before)}, ${asJson(after)}, ${now}
    where ${when}`;
}
