import { type SQL, sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";

/** Something that staff did or looked at. */
export interface Act {
  actor_id: number;
  /** What was done: `user.ban`. */
  action: `${string}.${string}`;
  subject_type: string;
  /** An expression where the act itself makes the subject. */
  subject_id: number | string | SQL;
  reason?: string;
  details?: Record<string, unknown>;
}

/**
 * The statement that notes an act: in the same batch as the act itself, so neither is without the other. Notes are never
 * changed. `when` is a condition under which the act was done.
 */
export function auditEntry(
  { actor_id, action, subject_type, subject_id, reason = "", details = {} }: Act,
  now: number,
  when: SQL = sql`true`,
): Query {
  const subject = typeof subject_id === "object" ? sql`cast(${subject_id} as text)` : String(subject_id);
  return select(sql`insert into audit_log (actor_id, action, subject_type, subject_id, reason, details, created_at)
    select ${actor_id}, ${action}, ${subject_type}, ${subject}, ${reason}, ${JSON.stringify(details)}, ${now}
    where ${when}`);
}
