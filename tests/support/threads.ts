import type { NewUser } from "#db/new-rows.ts";
import {
  createReplyRoute,
  createThreadRoute,
  forumIndexRoute,
  type Reply,
  type Thread,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { Browser, runForumSql, runSql, type TestResponse, unique } from "./browser.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

/** Starts a thread and returns it. */
export async function startThread(
  browser: Browser,
  { subforum = 2, title = `Thread ${unique()}`, body = "Hello everyone" } = {},
): Promise<Thread> {
  return (await browser.output(createThreadRoute, { subforum, title, body })).thread as Thread;
}

const replyInput = (id: number, body = `Reply ${unique()}`, quote?: number) => ({
  id,
  body,
  ...(quote && { quote }),
});

export const tryPostReply = (browser: Browser, ...reply: Parameters<typeof replyInput>) =>
  browser.call(createReplyRoute, replyInput(...reply));

/** Posts a reply and expects success. */
export const postReply = async (browser: Browser, ...reply: Parameters<typeof replyInput>) =>
  (await browser.output(createReplyRoute, replyInput(...reply))).reply as Reply;

export const openThread = (
  browser: Browser,
  id: number,
  input: Record<string, unknown> = {},
): Promise<TestResponse> => browser.call(threadRoute, { id, ...input });

export const threadPage = (browser: Browser, id: number, input: Record<string, unknown> = {}) =>
  browser.output(threadRoute, { id, ...input });

export const threadsOf = (browser: Browser, subforum: number, input: Record<string, unknown> = {}) =>
  browser.output(threadListRoute, { subforum, ...input });

/** Stores `count` replies by one user, a second apart. */
export async function fillThread(id: number, userId: number, count: number, from = 1_000): Promise<void> {
  await runForumSql`insert into replies (thread_id, position, user_id, body, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select ${id}, (select replies_count from threads
        where id = ${id}) + i, ${userId}, 'Reply ' || i, ${from} + i * 1000 from n`;
}

/** Stores threads with their first posts in a subforum. */
export async function fillSubforum(subforum: number, userId: number, count: number): Promise<void> {
  const [before] = await runForumSql<{ id: number }>`select coalesce(max(id), 0) as id from threads`;
  await runForumSql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      select ${subforum}, ${userId}, 'Filled ' || i, i * 1000, i * 1000 from n`;
  await runForumSql`insert into replies (thread_id, position, user_id, body, created_at)
      select id, 0, user_id, 'Hello', created_at from threads where id > ${before?.id ?? 0}`;
}

/** Returns a user's notifications as "reply: Thread 5 → /forums/thread/…". */
export async function notificationsOf(browser: TestUser): Promise<string[]> {
  const { data } = await browser.output(notificationListRoute);
  return data.map(({ type, title, url }) => `${type}: ${title} → ${url}`);
}

/** Creates a user whose browser waits for background work. */
export async function forumUser(fields: Partial<NewUser> = {}): Promise<TestUser> {
  const user = await signedInUser(fields);
  user.variant = {};
  return user;
}

/** Creates two members and a moderator of the forums, and a visitor. */
export const forumPeople = async (): Promise<[TestUser, TestUser, TestUser, Browser]> => [
  await forumUser(),
  await forumUser(),
  await forumUser({ role: "moderator" }),
  await Browser.visitor(),
];

export const subforums = async (browser: Browser) => (await browser.output(forumIndexRoute)).data;

interface ForumAuditEntry {
  action: string;
  /** "moderator", or the id of another user. */
  subject: string;
  before: unknown;
  after: unknown;
}

/** Returns the audit entries about a thread or a reply, oldest first. */
export async function forumAuditEntries(
  type: "thread" | "reply",
  id: number,
  moderator: TestUser,
): Promise<ForumAuditEntry[]> {
  const rows = await runSql<{ action: string; actor_id: number; before: string; after: string }>`
      select action, actor_id, before, after from audit_log
      where subject_type = ${type} and subject_id = ${String(id)} order by id`;
  return rows.map(({ action, actor_id, before, after }) => ({
    action,
    subject: actor_id === moderator.id ? "moderator" : String(actor_id),
    before: JSON.parse(before),
    after: JSON.parse(after),
  }));
}

/** Sends a request twice at once. */
export const twice = (press: () => Promise<TestResponse>): Promise<TestResponse[]> =>
  Promise.all([press(), press()]);
