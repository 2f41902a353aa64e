import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { statement } from "#db/client.ts";
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
import { type Answer, type Browser, db } from "./browser.ts";
import type { Person } from "./people.ts";

export const report = (
  by: Browser,
  reportType: ReportType,
  target: string | number,
  input: object = {},
): Promise<Answer> =>
  by.call(reportRoute, { params: { reportType, target }, input: { reason: "spam", ...input } });

/** Reports something, which must work, and answers the number of its open case. */
export async function openCase(
  by: Browser,
  type: ReportType,
  target: string | number,
  input: object = {},
): Promise<number> {
  const answer = await report(by, type, target, input);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const row = await db.first(
    statement<{ id: number }>(sql`select max(id) as id from cases where state = 'open'`),
  );
  return row?.id ?? 0;
}

export async function queue(
  by: Person,
  input: Partial<InputOf<typeof reportQueueRoute>> = {},
): Promise<OutputOf<typeof reportQueueRoute> & { answer: Answer }> {
  const answer = await by.browser.call(reportQueueRoute, { input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...(answer.body as OutputOf<typeof reportQueueRoute>), answer };
}

export async function caseOf(by: Person, id: number): Promise<CaseDetails> {
  const { status, body } = await by.browser.call(caseRoute, { params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as OutputOf<typeof caseRoute>).case;
}

export const claim = (by: Person, id: number, wanted = true): Promise<Answer> =>
  by.browser.call(claimCaseRoute, { params: { id }, input: { claim: wanted } });

export const decide = (by: Person, id: number, acts: string[] = [], input: object = {}): Promise<Answer> =>
  by.browser.call(decideCaseRoute, { params: { id }, input: { acts, ...input } });

/** The titles of somebody's notices with where they lead, the newest first, once there are so many. */
export const noticesOf = (who: Person, count = 1): Promise<{ title: string; url: string }[]> =>
  vi.waitUntil(
    async () => {
      const { body } = await who.browser.call(notificationListRoute);
      const { data } = body as OutputOf<typeof notificationListRoute>;
      return data.length >= count && data.map(({ title, url }) => ({ title, url }));
    },
    { timeout: 10_000 },
  );

export interface Note {
  action: string;
  subject_type: string;
  subject_id: string;
  reason: string;
  before: string | null;
  after: string | null;
}

/** What was noted of what somebody did, in order. */
export const notesBy = (actor: { id: number }): Promise<Note[]> =>
  db.all(
    statement<Note>(sql`select action, subject_type, subject_id, reason, before, after from audit_log
      where actor_id = ${actor.id} order by id`),
  );

let posted = 0;

/** A thread with what it begins with and one reply, as they are stored. */
export async function addThread(
  authorId: number,
  replierId = authorId,
): Promise<{ thread: number; first: number; reply: number }> {
  const title = `Thread ${++posted}`;
  const [[thread], [first], [reply]] = await db.batch([
    statement<{ id: number }>(sql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
      values (2, ${authorId}, ${title}, 1, 1) returning id`),
    statement<{ id: number }>(sql`insert into replies (thread_id, position, user_id, body, created_at)
      select max(id), 0, ${authorId}, ${`${title} begins`}, 1 from threads returning id`),
    statement<{ id: number }>(sql`insert into replies (thread_id, position, user_id, body, created_at)
      select max(id), 1, ${replierId}, ${`${title} goes on`}, 1 from threads returning id`),
  ]);
  return { thread: thread?.id ?? 0, first: first?.id ?? 0, reply: reply?.id ?? 0 };
}

/** A comment as it is stored. */
export async function addComment(type: "level" | "item" | "user", id: number, by: number): Promise<number> {
  const row = await db.first(
    statement<{ id: number }>(sql`insert into comments (target_type, target_id, user_id, body, created_at)
      values (${type}, ${id}, ${by}, 'something rude', 1) returning id`),
  );
  return row?.id ?? 0;
}
