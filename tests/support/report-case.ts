import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { statement } from "#db/database.ts";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import {
  type CaseDetails,
  caseRoute,
  claimCaseRoute,
  decideCaseRoute,
  reportQueueRoute,
} from "#domain/moderation/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { type Browser, firstRow, forumDb, insertedId, runSql, type TestResponse } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";
import { until } from "./until.ts";
import { addLevel } from "./world.ts";

export const sendReport = (
  by: Browser,
  reportType: ReportType,
  target: string | number,
  input: object = {},
): Promise<TestResponse> => by.call(reportRoute, { reportType, target, reason: "spam", ...input });

/** Reports something and expects success. Returns the id of the open case. */
export async function openReportCase(
  by: Browser,
  type: ReportType,
  target: string | number,
  input: object = {},
): Promise<number> {
  const response = await sendReport(by, type, target, input);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  const row = await firstRow<{ id: number }>`select max(id) as id from cases where state = 'open'`;
  return row?.id ?? 0;
}

export async function fetchReportQueue(
  by: TestUser,
  input: Partial<InputOf<typeof reportQueueRoute>> = {},
): Promise<OutputOf<typeof reportQueueRoute> & { response: TestResponse }> {
  const response = await by.call(reportQueueRoute, input);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { ...(response.body as OutputOf<typeof reportQueueRoute>), response };
}

export const fetchCase = async (by: TestUser, id: number): Promise<CaseDetails> =>
  (await by.output(caseRoute, { id })).case;

export const claimCase = (by: TestUser, id: number, shouldClaim = true): Promise<TestResponse> =>
  by.call(claimCaseRoute, { id, claim: shouldClaim });

export const resolveCase = (
  by: Browser,
  id: number,
  actions: string[] = [],
  input: object = {},
): Promise<TestResponse> => by.call(decideCaseRoute, { id, acts: actions, ...input });

/** Waits for `count` notifications. Returns their titles and URLs, newest first. */
export const notificationTitlesOf = (user: TestUser, count = 1): Promise<{ title: string; url: string }[]> =>
  until(async () => {
    const { data } = await user.output(notificationListRoute);
    return data.length >= count && data.map(({ title, url }) => ({ title, url }));
  });

export interface StoredAuditEntry {
  action: string;
  subject_type: string;
  subject_id: string;
  reason: string;
  before: string | null;
  after: string | null;
}

/** Returns a user's audit entries in order. */
export const auditRowsBy = (actor: { id: number }): Promise<StoredAuditEntry[]> =>
  runSql<StoredAuditEntry>`select action, subject_type, subject_id, reason, before, after from audit_log
      where actor_id = ${actor.id} order by id`;

let threadCount = 0;

/** Stores a thread with its first post and one reply. Returns their ids. */
export async function addThread(
  authorId: number,
  replierId = authorId,
): Promise<{ thread: number; first: number; reply: number }> {
  const title = `Thread ${++threadCount}`;
  const {
    thread: [thread],
    first: [first],
    reply: [reply],
  } = await forumDb.batch({
    thread: statement<{
      id: number;
    }>(sql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
      values (2, ${authorId}, ${title}, 1, 1) returning id`),
    first: statement<{ id: number }>(sql`insert into replies (thread_id, position, user_id, body, created_at)
      select max(id), 0, ${authorId}, ${`${title} begins`}, 1 from threads returning id`),
    reply: statement<{ id: number }>(sql`insert into replies (thread_id, position, user_id, body, created_at)
      select max(id), 1, ${replierId}, ${`${title} goes on`}, 1 from threads returning id`),
  });
  return { thread: thread?.id ?? 0, first: first?.id ?? 0, reply: reply?.id ?? 0 };
}

/** Stores a comment. Returns its id. */
export const addComment = (
  type: "level" | "item" | "user",
  id: number,
  by: number,
): Promise<number> => insertedId`insert into comments (target_type, target_id, user_id, body,
    created_at)
      values (${type}, ${id}, ${by}, 'something rude', 1) returning id`;

export const signedInModerator = (): Promise<TestUser> => signedInUser({ role: "moderator" });

/** Creates a reporter, an owner of what is reported, a moderator and an admin. */
export const casePeople = async (): Promise<[TestUser, TestUser, TestUser, TestUser]> => [
  await signedInUser(),
  await signedInUser(),
  await signedInModerator(),
  await signedInUser({ role: "admin" }),
];

/** Reports a new level. Returns its id and that of the open case. */
export async function reportNewLevel(
  reporter: TestUser,
  owner: TestUser,
): Promise<{ level: number; id: number }> {
  const level = await addLevel(owner.id);
  return { level, id: await openReportCase(reporter, "level", level) };
}

/** Returns the stored state of a case. */
export const storedCaseState = (id: number): Promise<{ state: string } | undefined> =>
  firstRow<{ state: string }>`select state from cases where id = ${id}`;

export interface StoredStaffAction {
  actor_id: number;
  action: string;
  subject_type: string;
  subject_id: string;
  reason: string;
  details: string;
}

/** Returns the audit entries about a user in order. */
export const staffActionsOn = (userId: number): Promise<StoredStaffAction[]> =>
  runSql<StoredStaffAction>`select actor_id, action, subject_type, subject_id, reason, details
      from audit_log where subject_id = ${String(userId)} order by id`;
