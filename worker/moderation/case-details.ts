import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { type Statement, statement } from "#db/database.ts";
import type { reports } from "#db/schema/index.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { StoredRow } from "#domain/archive/lines.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { canBan, canDecideCase, caseActions } from "#domain/moderation/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import { type CaseFileRow, caseFileQuery, readArchivedCase } from "../archive/case-file.ts";
import type { Env } from "../env.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { presentUser, type UserColumns } from "../users/present.ts";
import { usersQuery } from "../users/queries.ts";
import { presentBan } from "./ban-statements.ts";
import { type EvidenceRow, presentCase, presentEvidence, senderIdsOf } from "./case-present.ts";
import { archivedCaseQuery, type CaseDetailsRow, caseQuery, type StoredDecision } from "./case-queries.ts";
import { historyQuery, presentHistoryEntry } from "./history.ts";
import { openCasesQuery } from "./open-cases.ts";
import { caseRemovalQuery, presentRemoval } from "./removals.ts";
import { contentIn, readElsewhere, toContent } from "./reported-content.ts";

/** Only the newest reports of a case are shown. */
const MAX_REPORTS = 50;
/** Upper limit for counting a user's warnings. */
const MAX_WARNINGS = 500;

interface ReportRow extends Columns<typeof reports, "id" | "reporter_id" | "details" | "created_at"> {
  reason: CaseDetails["reason"];
}

const reportsQuery = (id: number): Statement<ReportRow> =>
  statement(sql`select id, reporter_id, reason, details, created_at from reports
    where case_id = ${id} order by id desc limit ${MAX_REPORTS}`);

const evidenceQuery = (id: number): Statement<EvidenceRow> =>
  statement(sql`select id, copy, created_at from evidence where case_id = ${id} order by id`);

const warningsQuery = (userId: ReturnType<typeof sql>): Statement<{ count: number }> =>
  statement(
    sql`select count(*) as count from (select 1 from warnings where user_id = ${userId} limit ${MAX_WARNINGS})`,
  );

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

/** Throws unless the viewer may open a case. No one can open cases about themselves, because they name the reporters. */
function checkAccess(subjectId: number, viewer: Actor): void {
  if (!canDecideCase(viewer, subjectId))
    throw new ApiError("forbidden", { message: "This is about you, so someone else has to review it." });
}

/** Throws the reason why an archived case can't be changed. */
export function throwArchived(file: CaseFileRow, viewer: Actor): never {
  checkAccess(file.subject_id, viewer);
  throw new ApiError("conflict", { message: "This was already decided." });
}

/** Returns the case if the viewer has access. */
export function checkCaseAccess(row: CaseDetailsRow | undefined, viewer: Actor): CaseDetailsRow {
  if (!row) throw new ApiError("not_found", { message: "This report doesn't exist." });
  checkAccess(row.subject_id, viewer);
  return row;
}

interface CaseContent {
  evidence: readonly EvidenceRow[];
  /** The newest first. */
  reports: readonly ReportRow[];
}

/** Reads an archived case that the viewer may open. Its own row is looked up like that of a live one. */
async function readFromArchive(env: Env, file: CaseFileRow, viewer: Actor) {
  checkAccess(file.subject_id, viewer);
  const { case: row, reports, evidence } = await readArchivedCase(env.BUCKET, file);
  return {
    type: row.type as CaseDetailsRow["type"],
    target: String(row.target),
    decided_by: row.decided_by as number | null,
    query: archivedCaseQuery(row),
    content: {
      evidence: evidence.map((copy) => copy as StoredRow & EvidenceRow),
      reports: reports
        .map((report) => report as StoredRow & ReportRow)
        .toReversed()
        .slice(0, MAX_REPORTS),
    },
  };
}

/** Reads a case with everything needed to decide it, in two round trips; from its file if it's archived. */
export async function readCaseDetails(
  env: Env,
  gate: SessionGate,
  viewer: Actor,
  id: number,
  now: number,
): Promise<CaseDetails> {
  const subjectId = sql`coalesce((select subject_id from cases where id = ${id}),
    (select subject_id from archived_cases where id = ${id}))`;
  const {
    found: [found],
    file: [file],
    evidence: liveEvidence,
    reports: liveReports,
    open,
    history,
    warnings: [warnings],
    removal: [removal],
  } = await gate.read({
    found: caseQuery(id),
    file: caseFileQuery(id),
    evidence: evidenceQuery(id),
    reports: reportsQuery(id),
    open: openCasesQuery(subjectId, id),
    history: historyQuery(subjectId, id, now),
    warnings: warningsQuery(subjectId),
    removal: caseRemovalQuery(id),
  });
  const archived = !found && file ? await readFromArchive(env, file, viewer) : null;
  const known = archived ?? checkCaseAccess(found, viewer);
  const { evidence, reports }: CaseContent = archived?.content ?? {
    evidence: liveEvidence,
    reports: liveReports,
  };
  const ids = [
    known.decided_by,
    ...reports.map(({ reporter_id }) => reporter_id),
    ...history.map(({ staff_id }) => staff_id),
    ...evidence.flatMap(senderIdsOf),
  ];
  const [
    {
      users,
      content: rows,
      archivedRow: [archivedRow],
    },
    elsewhere,
  ] = await Promise.all([
    gate.read({
      users: usersQuery([...new Set(ids.filter((one) => one !== null))]),
      content: contentIn("main", known.type, known.target),
      archivedRow: archived?.query ?? null,
    }),
    readElsewhere(env, gate, known.type, known.target),
  ]);
  const row = checkCaseAccess(found ?? archivedRow, viewer);
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
  { acts, decided_at, decided_by }: CaseDetailsRow,
  people: ReadonlyMap<number, UserCard>,
): CaseDetails["decision"] {
  const staff = people.get(decided_by ?? 0);
  if (!staff || decided_at === null) return null;
  const decision = JSON.parse(acts ?? "{}") as Partial<StoredDecision>;
  return { staff, acts: decision.acts ?? [], reason: decision.reason ?? "", decided_at: isoTime(decided_at) };
}
