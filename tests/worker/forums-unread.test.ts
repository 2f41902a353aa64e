import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
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
import { Browser, countRows, db } from "#tests/support/browser.ts";
import { begin, fillThread, reply, talker, threadPage, threadsOf } from "#tests/support/forums.ts";
import type { Person } from "#tests/support/people.ts";

let ann: Person;
let moderator: Person;
let visitor: Browser;
beforeAll(async () => {
  [ann, moderator, visitor] = [await talker(), await talker({ role: "moderator" }), await Browser.visitor()];
});

/** Somebody who has been here since `created_at`. */
const reader = (created_at = 1): Promise<Person> => talker({ created_at });
const read = ({ browser }: Person, id: number, position: number) =>
  browser.call(readThreadRoute, { params: { id }, input: { position } });
const unreadOf = async ({ browser }: Pick<Person, "browser">, id: number) => {
  const { thread } = await threadPage(browser, id);
  const listed = (await threadsOf(browser, thread.subforum_id)).data.find((one) => one.id === id);
  // The list and the page say the same.
  expect(listed?.unread).toEqual(thread.unread);
  return thread.unread;
};

describe("what is new in a thread", () => {
  test("is all of it for who has not been there, then what came after the last that they saw", async () => {
    const one = await reader();
    const { id, opening } = await begin(ann.browser);
    expect(await unreadOf(one, id)).toEqual({
      count: 1,
      url: `/forums/thread/${id}?page=1#reply-${opening?.id}`,
    });
    expect(await unreadOf({ browser: visitor }, id)).toBeNull();
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
    const newest = await reply(ann.browser, id);
    expect(await unreadOf(one, id)).toEqual({
      count: 1,
      url: `/forums/thread/${id}?page=3#reply-${newest.id}`,
    });
  });

  test("never grows by looking at an earlier page again, nor shrinks by a number that is not there yet", async () => {
    const one = await reader();
    const { id } = await begin(ann.browser);
    await fillThread(id, ann.id, 30, Date.now());
    await Promise.all([read(one, id, 30), read(one, id, 5)]);
    expect(await unreadOf(one, id)).toBeNull();
    await read(one, id, 1_000_000_000);
    await reply(ann.browser, id);
    expect(await unreadOf(one, id)).toMatchObject({ count: 1 });
    expect(await countRows("thread_visits", sql`user_id = ${one.id}`)).toBe(1);
    expect((await read(one, id, 31)).cost.written).toBeGreaterThan(0);
    expect((await read(one, id, 31)).cost.written).toBe(0);
    expect((await read(one, id, -1)).status).toBe(422);
  });

  test("is nothing that was there before one's account or before one marked the subforum as read", async () => {
    const { id } = await begin(ann.browser, { subforum: 3 });
    await db.all(statement(sql`update threads set created_at = 500, last_reply_at = 500 where id = ${id}`));
    await db.all(statement(sql`update replies set created_at = 500 where thread_id = ${id}`));
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
    expect((await old.browser.call(readSubforumRoute, { params: { subforum: 3 } })).status).toBe(200);
    expect(await unreadOf(old, id)).toBeNull();
    await reply(ann.browser, id);
    expect(await unreadOf(old, id)).toMatchObject({ count: 1 });
    const other = await begin(ann.browser, { subforum: 1 });
    expect(await unreadOf(old, other.id)).toMatchObject({ count: 1 });
    const { body } = await old.browser.call(forumIndexRoute);
    const [, , help] = (body as OutputOf<typeof forumIndexRoute>).data;
    expect(help?.latest).toMatchObject({ id, unread: { count: 1 } });
  });

  test("is nothing that one has written, and nothing that was deleted", async () => {
    const one = await reader();
    const { id } = await begin(one.browser);
    expect(await unreadOf(one, id)).toBeNull();
    const theirs = await reply(ann.browser, id);
    await ann.browser.call(deleteReplyRoute, { params: { id: theirs.id } });
    expect(await unreadOf(one, id)).toBeNull();
    await reply(one.browser, id);
    expect(await unreadOf(one, id)).toBeNull();
  });

  test("can't be noted in a thread that is not there", async () => {
    const { id } = await begin(ann.browser);
    await moderator.browser.call(deleteThreadRoute, { params: { id } });
    expect((await read(ann, id, 0)).status).toBe(404);
    expect((await read(ann, 999_999, 0)).status).toBe(404);
  });
});

describe("bookmarks", () => {
  const bookmark = ({ browser }: Person, id: number) => browser.call(bookmarkRoute, { params: { id } });
  const bookmarksOf = async ({ browser }: Person, page = 1) => {
    const { body } = await browser.call(bookmarksRoute, { input: { page } });
    return body as OutputOf<typeof bookmarksRoute>;
  };

  test("are set and taken away by the same press, and listed with the newest first", async () => {
    const one = await reader();
    const [first, second] = [await begin(ann.browser), await begin(ann.browser)];
    for (const { id } of [first, second])
      expect((await bookmark(one, id)).body).toEqual({ bookmarked: true });
    await db.all(
      statement(
        sql`update bookmarks set created_at = 5 where user_id = ${one.id} and thread_id = ${first.id}`,
      ),
    );
    const { data, meta } = await bookmarksOf(one);
    expect(data.map(({ id, bookmarked }) => [id, bookmarked])).toEqual([
      [second.id, true],
      [first.id, true],
    ]);
    expect(meta.total).toBe(2);
    expect((await threadPage(one.browser, first.id)).thread.bookmarked).toBe(true);
    expect((await threadPage(ann.browser, first.id)).thread.bookmarked).toBe(false);
    expect((await bookmark(one, first.id)).body).toEqual({ bookmarked: false });
    expect((await bookmarksOf(one)).meta.total).toBe(1);
  });

  test("pressed twice at once are as before, and counted right", async () => {
    const one = await reader();
    const { id } = await begin(ann.browser);
    const answers = await Promise.all([bookmark(one, id), bookmark(one, id)]);
    expect(answers.map(({ body }) => body.bookmarked).sort()).toEqual([false, true]);
    expect((await bookmarksOf(one)).meta.total).toBe(0);
  });

  test("of a thread that is deleted are in no list and no count, and come back with it", async () => {
    const one = await reader();
    const [gone, stays] = [await begin(ann.browser), await begin(ann.browser)];
    for (const { id } of [gone, stays]) await bookmark(one, id);
    await moderator.browser.call(deleteThreadRoute, { params: { id: gone.id } });
    const { data, meta } = await bookmarksOf(one);
    expect([data.map(({ id }) => id), meta.total]).toEqual([[stays.id], 1]);
    expect((await bookmark(one, gone.id)).status).toBe(404);
    await moderator.browser.call(restoreThreadRoute, { params: { id: gone.id } });
    expect((await bookmarksOf(one)).meta.total).toBe(2);
    expect((await bookmark(one, gone.id)).body).toEqual({ bookmarked: false });
    expect((await bookmarksOf(one)).meta.total).toBe(1);
  });

  test("are as many as there may be, and then one is to be taken away first", async () => {
    const one = await reader();
    const { id } = await begin(ann.browser);
    await db.all(statement(sql`update users set bookmarks_count = ${LIMITS.bookmarks} where id = ${one.id}`));
    const answer = await bookmark(one, id);
    expect([answer.status, answer.body.code]).toEqual([422, "bookmark_limit"]);
    expect((await bookmark(one, 999_999)).status).toBe(404);
  });
});
