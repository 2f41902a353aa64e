import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { CaseCard, CaseDetails, EvidenceCopy } from "#domain/moderation/api.ts";
import { canBan, canDecideCase, caseActions } from "#domain/moderation/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import type { SessionGate } from "../http/session-gate.ts";
import type { EvidenceContent } from "../reports/report-target.ts";
import { presentUser, presentUserJson, type UserColumns, usersQuery } from "../users/present.ts";
import { isoTimeOrNull, presentBan } from "./ban-statements.ts";
import {
  type CaseDetailsRow,
  type CaseRow,
  caseQuery,
  openCasesQuery,
  type StoredDecision,
} from "./case-queries.ts";
import { historyQuery, presentHistoryEntry } from "./history.ts";
import { caseRemovalQuery, presentRemoval } from "./removals.ts";
import { contentIn, readElsewhere, toContent } from "./reported-content.ts";

export function presentCase(row: CaseRow, now: number): CaseCard {
  const { id, type, target, name, url, reason, reports_count, outcome, claimer } = row;
  return {
    id,
    type,
    target,
    name,
    url,
    user: presentUser(row, now),
    reason,
    reports_count,
    claimed_by: presentUserJson(claimer, now),
    outcome,
    decided_at: isoTimeOrNull(row.decided_at),
    updated_at: isoTime(row.updated_at),
    ...createdTimes(row.created_at),
  };
}

type EvidenceRow = Columns<"evidence", "id" | "snapshot" | "created_at">;

/** The ids of the users whose messages the evidence contains. */
const senderIdsOf = (row: EvidenceRow): number[] =>
  (JSON.parse(row.snapshot) as EvidenceContent).messages.map(({ user_id }) => user_id);

function presentEvidence(row: EvidenceRow, people: ReadonlyMap<number, UserCard>): EvidenceCopy {
  const { title, text, picture_url, place, messages } = JSON.parse(row.snapshot) as EvidenceContent;
  return {
    id: row.id,
    title,
    text,
    picture_url,
    place,
    messages: messages.flatMap(({ id, user_id, body, reported, created_at }) => {
      const user = people.get(user_id);
      return user ? { id, user, body, reported, ...createdTimes(created_at) } : [];
    }),
    ...createdTimes(row.created_at),
  };
}

/** Only the newest reports of a case are shown. */
const MAX_REPORTS = 50;
/** Upper limit for counting a user's warnings. */
const MAX_WARNINGS = 500;

interface ReportRow extends Columns<"reports", "id" | "reporter_id" | "details" | "created_at"> {
  reason: CaseDetails["reason"];
}

const warningsQuery = (userId: ReturnType<typeof sql>): Statement<{ count: number }> =>
  statement`select count(*) as count from (select 1 from warnings where user_id = ${userId} limit ${MAX_WARNINGS})`;

/** The owner of the reported content, with the columns that warnings and bans need. */
export const caseSubject = (row: CaseDetailsRow) => ({
  id: row.subject_id,
  username: row.subject_username,
  role: row.subject_role,
  deleted: row.subject_deleted_at !== null,
  banned_at: row.banned_at,
  banned_until: row.banned_until,
  ban_reason: row.ban_reason,
});

/** Returns the case if the viewer has access. No one can open cases about themselves, because they name the reporters. */
export function checkCaseAccess(row: CaseDetailsRow | undefined, viewer: Actor): CaseDetailsRow {
  if (!row) throw new ApiError("not_found", { message: "This report doesn't exist." });
  if (!canDecideCase(viewer, row.subject_id))
    throw new ApiError("forbidden", { message: "This is about you, so someone else has to review it." });
  return row;
}

/** Reads a case with everything needed to decide it, in two round trips. */
export async function readCaseDetails(
  env: Env,
  gate: SessionGate,
  viewer: Actor,
  id: number,
  now: number,
): Promise<CaseDetails> {
  const subjectId = sql`(select subject_id from cases where id = ${id})`;
  const { found, evidence, reports, open, history, warnings, removal } = await gate.read({
    found: first(caseQuery(id)),
    evidence: statement<EvidenceRow>`select id, snapshot, created_at from evidence where case_id = ${id} order by id`,
    reports: statement<ReportRow>`select id, reporter_id, reason, details, created_at from reports
      where case_id = ${id} order by id desc limit ${MAX_REPORTS}`,
    open: openCasesQuery(subjectId, id),
    history: historyQuery(subjectId, id, now),
    warnings: first(warningsQuery(subjectId)),
    removal: first(caseRemovalQuery(id)),
  });
  const row = checkCaseAccess(found, viewer);
  const ids = [
    row.decided_by,
    ...reports.map(({ reporter_id }) => reporter_id),
    ...history.map(({ staff_id }) => staff_id),
    ...evidence.flatMap(senderIdsOf),
  ];
  const [{ users, content: rows }, elsewhere] = await Promise.all([
    gate.read({
      users: usersQuery([...new Set(ids.filter((one) => one !== null))]),
      content: contentIn("main", row.type, row.target),
    }),
    readElsewhere(env, gate, row.type, row.target),
  ]);
  const people = new Map(users.map((user: UserColumns) => [user.u_id, presentUser(user, now)]));
  const content = elsewhere ?? toContent(rows[0]);
  const subject = caseSubject(row);
  return {
    ...presentCase(row, now),
    evidence: evidence.map((copy) => presentEvidence(copy, people)),
    reports: reports.flatMap(({ reporter_id, created_at, ...report }) => {
      const user = people.get(reporter_id);
      return user ? { ...report, user, ...createdTimes(created_at) } : [];
    }),
    open_cases: open,
    history: history.map((past) => presentHistoryEntry(past, people)),
    subject: {
      banned: presentBan(row, now),
      warnings_count: warnings?.count ?? 0,
      created_at: isoTime(row.subject_created_at),
      can_punish: !subject.deleted && canBan(viewer, subject),
    },
    present: content.present,
    can: row.state === "open" ? caseActions(viewer, { type: row.type, subject, ...content }) : [],
    removal: removal ? presentRemoval(removal, viewer, now) : null,
    decision: presentDecision(row, people),
  };
}

function presentDecision(
  { decision, decided_at, decided_by }: CaseDetailsRow,
  people: ReadonlyMap<number, UserCard>,
): CaseDetails["decision"] {
  const staff = people.get(decided_by ?? 0);
  if (!staff || decided_at === null) return null;
  const stored = JSON.parse(decision ?? "{}") as Partial<StoredDecision>;
  return { staff, acts: stored.actions ?? [], reason: stored.reason ?? "", decided_at: isoTime(decided_at) };
}
