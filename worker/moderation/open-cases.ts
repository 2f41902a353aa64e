import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { OpenCase } from "#domain/moderation/api.ts";

const MAX_CASES = 20;

/** The newest open cases about a user, except one; `userId` is an expression for their id. */
export const openCasesQuery = (userId: SQL, exceptCase: number): Statement<OpenCase> =>
  statement(sql`select id, type, name, reason, reports_count from cases indexed by cases_subject_open
    where subject_id = ${userId} and state = 'open' and id <> ${exceptCase} order by id desc limit ${MAX_CASES}`);
