import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import {
  bookmarkRoute,
  bookmarksRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  forumIndexRoute,
  readSubforumRoute,
  readThreadRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type Browser, countRows, runForumSql } from "#tests/support/browser.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import {
  fillThread,
  forumPeople,
  forumUser,
  postReply,
  startThread,
  threadPage,
  threadsOf,
} from "#tests/support/threads.ts";

const [ann, , moderator, visitor] = await forumPeople();

/** A member who joined at `created_at`. */
const reader = (created_at = 1): Promise<TestUser> => forumUser({ created_at });
const read = (browser: TestUser, id: number, position: number) =>
  browser.call(readThreadRoute, { id, position });
const unreadOf = async (browser: Browser, id: number) => {
  const { thread } = await threadPage(browser, id);
  const listed = (await threadsOf(browser, thread.subforum_id)).data.find((one) => one.id === id);
  // The list and the page agree.
  expect(listed?.unread).toEqual(thread.unread);
  return thread.unread;
};

describe("unread replies of a thread", () => {
  test("are all of them for a new reader, then those after the last one read", async () => {
    const one = await reader();
    const { id, opening } = await startThread(ann);
    expect(await unreadOf(one, id)).toEqual({
      count: 1,
      url: `/forums/thread/${id}?page=1#reply-${opening?.id}`,
    });
    expect(await unreadOf(visitor, id)).toBeNull();
    await fillThread(id, ann.id, 45, Date.now());
    expect(await unreadOf(one, id)).toMatchObject({ count: 46 });
    await read(one, id, 20);
    const next = (await threadPage(visitor, id, { page: 2 })).data[0];
    expect(await unreadOf(one, id)).toEqual({
      count: 25,
      url: `/forums/thread/${id}?page=2#reply-${next?.id}`,
    });
    await read(one, id, 45);
    expect(await unreadOf(one, id)).toBeNull();
    const newest = await postReply(ann, id);
    expect(await unreadOf(one, id)).toEqual({
      count: 1,
      url: `/forums/thread/${id}?page=3#reply-${newest.id}`,
    });
  });

  test("never increase by reading an earlier page, nor decrease by a position that doesn't exist yet", async () => {
    const one = await reader();
    const { id } = await startThread(ann);
    await fillThread(id, ann.id, 30, Date.now());
    await Promise.all([read(one, id, 30), read(one, id, 5)]);
    expect(await unreadOf(one, id)).toBeNull();
    await read(one, id, 1_000_000_000);
    await postReply(ann, id);
    expect(await unreadOf(one, id)).toMatchObject({ count: 1 });
    expect(await countRows("thread_visits", sql`user_id = ${one.id}`)).toBe(1);
    expect((await read(one, id, 31)).cost.written).toBeGreaterThan(0);
    expect((await read(one, id, 31)).cost.written).toBe(0);
  });

  test("don't include what is older than the account or than marking the subforum as read", async () => {
    const { id } = await startThread(ann, { subforum: 3 });
    await runForumSql`update threads set created_at = 500, last_reply_at = 500 where id = ${id}`;
    await runForumSql`update replies set created_at = 500 where thread_id = ${id}`;
    await fillThread(id, ann.id, 10, 500);
    const [old, young] = [await reader(1), await reader(5_600)];
    expect(await unreadOf(old, id)).toMatchObject({ count: 11 });
    // Replies 1 to 5 are from before 5,600.
    expect(await unreadOf(young, id)).toMatchObject({
      count: 5,
      url: expect.stringContaining("?page=1#reply-"),
    });
    await read(young, id, 2);
    expect(await unreadOf(young, id)).toMatchObject({ count: 5 });
    expect((await old.call(readSubforumRoute, { subforum: 3 })).status).toBe(200);
    expect(await unreadOf(old, id)).toBeNull();
    await postReply(ann, id);
    expect(await unreadOf(old, id)).toMatchObject({ count: 1 });
    expect(await unreadOf(old, (await startThread(ann, { subforum: 1 })).id)).toMatchObject({ count: 1 });
    const [, , help] = ((await old.call(forumIndexRoute)).body as OutputOf<typeof forumIndexRoute>).data;
    expect(help?.latest).toMatchObject({ id, unread: { count: 1 } });
  });

  test("don't include the reader's own replies or deleted ones", async () => {
    const one = await reader();
    const { id } = await startThread(one);
    expect(await unreadOf(one, id)).toBeNull();
    await ann.call(deleteReplyRoute, { id: (await postReply(ann, id)).id });
    expect(await unreadOf(one, id)).toBeNull();
    await postReply(one, id);
    expect(await unreadOf(one, id)).toBeNull();
  });

  test("can't be marked as read in a missing thread", async () => {
    const { id } = await startThread(ann);
    await moderator.call(deleteThreadRoute, { id });
    expect((await read(ann, id, 0)).status).toBe(404);
  });
});

describe("bookmarks", () => {
  const bookmark = (browser: TestUser, id: number) => browser.call(bookmarkRoute, { id });
  const bookmarksOf = async (browser: TestUser) =>
    (await browser.call(bookmarksRoute)).body as OutputOf<typeof bookmarksRoute>;

  test("are set and removed by the same button, and listed newest first", async () => {
    const one = await reader();
    const [first, second] = [await startThread(ann), await startThread(ann)];
    for (const { id } of [first, second])
      expect((await bookmark(one, id)).body).toEqual({ bookmarked: true });
    await runForumSql`update bookmarks set created_at = 5 where user_id = ${one.id}
      and thread_id = ${first.id}`;
    const { data, meta } = await bookmarksOf(one);
    expect(data.map(({ id, bookmarked }) => [id, bookmarked])).toEqual([
      [second.id, true],
      [first.id, true],
    ]);
    expect(meta.total).toBe(2);
    expect((await threadPage(one, first.id)).thread.bookmarked).toBe(true);
    expect((await threadPage(ann, first.id)).thread.bookmarked).toBe(false);
    expect((await bookmark(one, first.id)).body).toEqual({ bookmarked: false });
    expect((await bookmarksOf(one)).meta.total).toBe(1);
  });

  test("end as before after two concurrent requests, and are counted correctly", async () => {
    const one = await reader();
    const { id } = await startThread(ann);
    const responses = await Promise.all([bookmark(one, id), bookmark(one, id)]);
    expect(responses.map(({ body }) => body.bookmarked).sort()).toEqual([false, true]);
    expect((await bookmarksOf(one)).meta.total).toBe(0);
  });

  test("of a deleted thread are hidden and uncounted, and come back with it", async () => {
    const one = await reader();
    const [deleted, remaining] = [await startThread(ann), await startThread(ann)];
    for (const { id } of [deleted, remaining]) await bookmark(one, id);
    await moderator.call(deleteThreadRoute, { id: deleted.id });
    const { data, meta } = await bookmarksOf(one);
    expect([data.map(({ id }) => id), meta.total]).toEqual([[remaining.id], 1]);
    expect((await bookmark(one, deleted.id)).status).toBe(404);
    await moderator.call(restoreThreadRoute, { id: deleted.id });
    expect((await bookmarksOf(one)).meta.total).toBe(2);
    expect((await bookmark(one, deleted.id)).body).toEqual({ bookmarked: false });
    expect((await bookmarksOf(one)).meta.total).toBe(1);
  });

  test("are limited in number", async () => {
    const one = await reader();
    const { id } = await startThread(ann);
    await runForumSql`insert into bookmark_counts (user_id, value) values (${one.id}, ${LIMITS.bookmarks})`;
    expect(await bookmark(one, id)).toMatchObject({ status: 422, body: { code: "bookmark_limit" } });
  });
});
