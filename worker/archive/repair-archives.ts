import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";

/** Clocks of objects and of the schedule differ a little. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/**
 * Statements for a restored database: rows that moved to an archive while the backup ran can be in both. They delete those of
 * files that were listed since it began, and count again what counts them.
 */
export function repairArchives(startedAt: number): Statement[] {
  const isNew = sql`created_at >= ${startedAt - CLOCK_SLACK_MS}`;
  const files = sql`(select id from archives where ${isNew})`;
  const cases = sql`(select id from archived_cases where archive_id in ${files})`;
  return [
    statement(
      sql`insert into archive_moves (archive_id) select id from archives where kind = 'audit' and ${isNew}`,
    ),
    statement(sql`delete from audit_log where id in (select l.id from archive_moves m cross join archives a on a.id = m.archive_id
      cross join audit_log l on l.id between a.first_id and a.last_id)`),
    statement(sql`delete from archive_moves`),
    statement(sql`delete from reports where case_id in ${cases}`),
    statement(sql`delete from evidence where case_id in ${cases}`),
    statement(sql`delete from cases where id in ${cases}`),
    statement(sql`update users set reports_made = (select count(*) from reports where reporter_id = users.id)
      where id in (select user_id from archived_reporters where archive_id in ${files})`),
    statement(sql`update counters set value = (select count(*) from cases
        where state = 'decided' and type = substr(counters.name, length('cases:decided:') + 1))
      where name > 'cases:decided:' and name < 'cases:decided;' and exists ${files}`),
  ];
}
