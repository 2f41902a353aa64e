import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { UserCard } from "#domain/api/answers.ts";
import { ApiError } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { canBan, canDecideCase, caseActs } from "#domain/moderation/rules.ts";
import { isoTime, timesOf } from "#domain/time.ts";
import type { Env } from "../env.ts";
import type { SessionGate } from "../http/gate.ts";
import { presentUser, type UserColumns } from "../users/present.ts";
import { usersQuery } from "../users/queries.ts";
import { presentBan } from "./ban-commands.ts";
import { type EvidenceRow, presentCase, presentCopy, speakersOf } from "./case-present.ts";
import { caseQuery, type Done, type WholeCaseRow } from "./case-queries.ts";
import { historyQuery, presentPast } from "./history.ts";
import { openCasesQuery } from "./open-cases.ts";
import { lookUpThing } from "./things.ts";

/** Of a case's reports so many are shown, the newest. */
const REPORTS = 50;
/** Of somebody's warnings no more are counted. */
const WARNINGS = 500;

interface ReportRow {
  id: number;
  reporter_id: number;
  reason: CaseDetails["reason"];
  details: string;
  created_at: number;
}

const reportsQuery = (id: number): Statement<ReportRow> =>
  statement(sql`select id, reporter_id, reason, details, created_at from reports
    where case_id = ${id} order by id desc limit ${REPORTS}`);

const evidenceQuery = (id: number): Statement<EvidenceRow> =>
  statement(sql`select id, copy, created_at from evidence where case_id = ${id} order by id`);

const warningsQuery = (userId: ReturnType<typeof sql>): Statement<{ count: number }> =>
  statement(
    sql`select count(*) as count from (select 1 from warnings where user_id = ${userId} limit ${WARNINGS})`,
  );

/** Whose thing it is, as those see them who may warn and ban. */
export const subjectOf = (row: WholeCaseRow) => ({
  id: row.subject_id,
  username: row.subject_username,
  role: row.subject_role,
  deleted: row.subject_deleted_at !== null,
  banned_at: row.banned_at,
  banned_until: row.banned_until,
  ban_reason: row.ban_reason,
});

/** A case that is there for whoever asks: nobody looks into those about themselves, which name who reported them. */
export function admitted(row: WholeCaseRow | undefined, viewer: Actor): WholeCaseRow {
  if (!row) throw new ApiError("not_found", { message: "There is no such report." });
  if (!canDecideCase(viewer, row.subject_id))
    throw new ApiError("forbidden", { message: "This is about you: somebody else has to look at it." });
  return row;
}

/** A case with all there is to decide it, in two rounds. */
export async function readCase(
  env: Env,
  gate: SessionGate,
  viewer: Actor,
  id: number,
  now: number,
): Promise<CaseDetails> {
  const subjectId = sql`(select subject_id from cases where id = ${id})`;
  const [[found], evidence, reports, open, history, [warnings]] = await gate.read(
    caseQuery(id),
    evidenceQuery(id),
    reportsQuery(id),
    openCasesQuery(subjectId, id),
    historyQuery(subjectId, id, now),
    warningsQuery(subjectId),
  );
  const row = admitted(found, viewer);
  const ids = [
    row.decided_by,
    ...reports.map(({ reporter_id }) => reporter_id),
    ...history.map(({ staff_id }) => staff_id),
    ...evidence.flatMap(speakersOf),
  ];
  const { query, read } = lookUpThing(env, row.type, row.target);
  const [users, [thingRow]] = await gate.read(
    usersQuery([...new Set(ids.filter((one) => one !== null))]),
    query,
  );
  const people = new Map(users.map((user: UserColumns) => [user.u_id, presentUser(user, now)]));
  const thing = await read(thingRow);
  const subject = subjectOf(row);
  return {
    ...presentCase(row, now),
    evidence: evidence.map((copy) => presentCopy(copy, people)),
    reports: reports.flatMap(({ reporter_id, created_at, ...report }) => {
      const user = people.get(reporter_id);
      return user ? { ...report, user, ...timesOf(created_at) } : [];
    }),
    open_cases: open,
    history: history.map((past) => presentPast(past, people)),
    subject: {
      banned: presentBan(row, now),
      warnings_count: warnings?.count ?? 0,
      created_at: isoTime(row.subject_created_at),
      can_punish: !subject.deleted && canBan(viewer, subject),
    },
    present: thing.present,
    can: row.state === "open" ? caseActs(viewer, { type: row.type, subject, ...thing }) : [],
    decision: presentDecision(row, people),
  };
}

function presentDecision(
  { acts, decided_at, decided_by }: WholeCaseRow,
  people: ReadonlyMap<number, UserCard>,
): CaseDetails["decision"] {
  const staff = people.get(decided_by ?? 0);
  if (!staff || decided_at === null) return null;
  const done = JSON.parse(acts ?? "{}") as Partial<Done>;
  return { staff, acts: done.acts ?? [], reason: done.reason ?? "", decided_at: isoTime(decided_at) };
}
