import { SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";

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
  /**
   * What the subject was like, and what it is like now, where something changed: the fields that matter. An expression of
   * JSON (`json_object(…)`) is worked out where the note stands in its batch.
   */
  before?: Record<string, unknown> | SQL | null;
  after?: Record<string, unknown> | SQL | null;
}

/** The fields of a change that are not what they were, as they were and as they are. */
export function changesOf(
  was: object,
  becomes: object,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const old = was as Record<string, unknown>;
  const changed = Object.entries(becomes).filter(
    ([field, value]) => value !== undefined && value !== old[field],
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old[field]])),
    after: Object.fromEntries(changed),
  };
}

const asJson = (what: Record<string, unknown> | SQL | null): SQL | string | null =>
  what === null || what instanceof SQL ? what : JSON.stringify(what);

/**
 * The statement that notes an act: in the same batch as the act itself, so neither is without the other. Notes are never
 * changed. `when` is a condition under which the act was done.
 */
export function auditEntry(
  { actor_id, action, subject_type, subject_id, reason = "", details = {}, before = null, after = null }: Act,
  now: number,
  when: SQL = sql`true`,
): Statement {
  const subject = typeof subject_id === "object" ? sql`cast(${subject_id} as text)` : String(subject_id);
  return statement(sql`insert into audit_log (actor_id, action, subject_type, subject_id, reason, details, before, after, created_at)
    select ${actor_id}, ${action}, ${subject_type}, ${subject}, ${reason}, ${JSON.stringify(details)},
      ${asJson(before)}, ${asJson(after)}, ${now}
    where ${when}`);
}
