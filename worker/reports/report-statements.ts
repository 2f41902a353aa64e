import { type Statement, sql, statement } from "#db/database.ts";
import { MAX_EVIDENCE_COPIES } from "#domain/moderation/rules.ts";
import type { ReportTarget } from "./report-target.ts";

// The demo world imports this, so nothing here can need the runtime.

/**
 * The statements of a report, to run as one batch: the open case, shared by all reporters; a copy as evidence if it's
 * the first or differs from the newest one; and the report itself, at most one per user and case.
 */
export function reportStatements(
  { type, target, owner_id, name, url, copy }: ReportTarget,
  reporterId: number,
  { reason, details }: { reason: string; details: string },
  now: number,
): Statement[] {
  const open = sql`from cases c where c.type = ${type} and c.target = ${target} and c.state = 'open'`;
  const text = JSON.stringify(copy);
  return [
    statement`insert into cases (type, target, subject_id, name, url, reason, created_at, updated_at)
      values (${type}, ${target}, ${owner_id}, ${name}, ${url}, ${reason}, ${now}, ${now})
      on conflict (type, target) where state = 'open' do nothing`,
    statement`insert into evidence (case_id, snapshot, created_at) select c.id, ${text}, ${now} ${open}
      and (select snapshot from evidence where case_id = c.id order by id desc limit 1) is not ${text}
      and (select count(*) from evidence where case_id = c.id) < ${MAX_EVIDENCE_COPIES}`,
    statement`insert into reports (type, target, reporter_id, reason, details, case_id, created_at)
      select ${type}, ${target}, ${reporterId}, ${reason}, ${details}, c.id, ${now} ${open}
      on conflict (case_id, reporter_id) do update set reason = excluded.reason, details = excluded.details`,
  ];
}
