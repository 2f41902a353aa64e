import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import {
  bookmarkRoute,
  bookmarksRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  forumIndexRoute,
  forumSearchRoute,
  previewRoute,
  readSubforumRoute,
  readThreadRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { deleteLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { paletteRoute } from "#domain/search/api.ts";
import { addUser, Browser, runForumSql, type TestResponse, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
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
import { addItem, addLevel } from "#tests/support/world.ts";
import { matchPostWords } from "#worker/search/match.ts";

const [ann, , moderator, visitor] = await forumPeople();

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
    expect(await runForumSql`select 1 from thread_visits where user_id = ${one.id}`).toHaveLength(1);
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

  test("end as before after two concurrent requests, are counted correctly, and limited in number", async () => {
    const one = await reader();
    const { id } = await startThread(ann);
    const responses = await Promise.all([bookmark(one, id), bookmark(one, id)]);
    expect(responses.map(({ body }) => body.bookmarked).sort()).toEqual([false, true]);
    expect((await bookmarksOf(one)).meta.total).toBe(0);
    await runForumSql`insert or replace into bookmark_counts (user_id, value) values (${one.id}, ${LIMITS.bookmarks})`;
    expect(await bookmark(one, id)).toMatchObject({ status: 422, body: { code: "bookmark_limit" } });
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
});

type Found = {
  thread: { id: number; title: string; url: string };
  reply: { id: number; position: number; url: string; excerpt: string; user: { username: string } };
};

const run = (template: ReturnType<typeof sql>) => runForumSql<{ id: number }>`${template}`;

async function addPost(thread: number, body: string, position = 0): Promise<number> {
  const [row] = await run(sql`insert into replies (thread_id, position, user_id, body, created_at)
    values (${thread}, ${position}, ${ann.id}, ${body}, ${Date.now()}) returning id`);
  return row?.id ?? 0;
}

async function addThread(title: string, body: string, subforum = 1): Promise<number> {
  const now = Date.now();
  const [row] = await run(sql`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
    values (${subforum}, ${ann.id}, ${title}, ${now}, ${now}) returning id`);
  await addPost(row?.id ?? 0, body);
  return row?.id ?? 0;
}

const rareWord = () => `quagga${unique()}x`;
/** Responses to visitors are cached for seconds; members get the current state. */
const search = (input: Record<string, unknown>, browser: Browser = ann) =>
  browser.call(forumSearchRoute, input);
const found = (response: TestResponse) => response.body.data as Found[];
const totalOf = (response: TestResponse) => (response.body.meta as { total: number }).total;

describe("GET /api/forums/search", () => {
  test("finds titles and texts, newest first, with an excerpt around the match", async () => {
    const word = rareWord();
    const thread = await addThread(`My ${word} lives`, "No one believes me.");
    const reply = await addPost(thread, `> quoted\n\n${"Well. ".repeat(30)} **${word}s** are *extinct*.`, 1);
    const response = await search({ search: word.toUpperCase() });
    expect(response.status).toBe(200);
    expect(found(response).map(({ reply }) => reply.position)).toEqual([1, 0]);
    const [first, second] = found(response);
    expect(first?.thread).toMatchObject({
      id: thread,
      title: `My ${word} lives`,
      url: `/forums/thread/${thread}`,
    });
    expect(first?.reply.excerpt).toMatch(new RegExp(`^…Well\\. .*${word}s are extinct\\.$`));
    expect(first?.reply.url).toBe(`/forums/thread/${thread}?reply=${reply}#reply-${reply}`);
    expect(first?.reply.user.username).toBe(ann.username);
    expect(second?.reply.excerpt).toBe("No one believes me.");
    expectCost(response, { roundTrips: 2, read: 30, written: 0 });
    expectCost(await search({ search: word }, visitor), { roundTrips: 2, read: 30, written: 0 });
  });

  test("searches one subforum if requested, and doesn't reveal the text of a spoiler", async () => {
    const word = rareWord();
    await addThread(word, "x", 1);
    const help = await addThread(word, "x", 3);
    expect(found(await search({ search: word, subforum: 3 })).map(({ thread }) => thread.id)).toEqual([help]);
    expect(found(await search({ search: word }))).toHaveLength(2);
    await addThread("Spoilers", `It was the ||${word}||.`);
    expect(found(await search({ search: word }))[0]?.reply.excerpt).toBe("It was the ▒▒▒.");
  });

  test("never returns deleted replies or replies of a deleted thread", async () => {
    const word = rareWord();
    const thread = await addThread(word, word);
    const reply = await addPost(thread, word, 1);
    await run(sql`update replies set deleted_at = 1, deleted_by = ${ann.id} where id = ${reply}`);
    expect(found(await search({ search: word })).map(({ reply }) => reply.position)).toEqual([0]);
    await run(sql`update replies set deleted_at = null, deleted_by = null where id = ${reply}`);
    expect(found(await search({ search: word }))).toHaveLength(2);
    await run(sql`update threads set deleted_at = 1, deleted_by = ${ann.id} where id = ${thread}`);
    const admin = await Browser.signedIn(await addUser({ role: "admin" }), "admin");
    for (const browser of [visitor, ann, admin]) {
      expect(found(await search({ search: word }, browser))).toEqual([]);
      expect((await browser.call(paletteRoute, { q: word })).body.threads).toEqual([]);
    }
  });

  test("finds the current text and not an earlier one", async () => {
    const [before, after] = [rareWord(), rareWord()];
    const thread = await addThread("Edited", before);
    await run(sql`update replies set body = ${after} where thread_id = ${thread} and position = 0`);
    expect(found(await search({ search: before }))).toEqual([]);
    expect(found(await search({ search: after }))).toHaveLength(1);
    await run(sql`update threads set title = ${before} where id = ${thread}`);
    expect(found(await search({ search: before }))).toHaveLength(1);
  });

  test.each(["", "  ", "***", "😀", '"'])("returns nothing for %j without a query", async (text) => {
    const response = await search({ search: text }, visitor);
    expect(found(response)).toEqual([]);
    expect(response.body).toMatchObject({ meta: { current_page: 1, last_page: 1, total: 0 } });
    expect(response.cost.roundTrips).toBe(0);
  });

  test("matches the last two words as prefixes, and a single letter literally", () => {
    expect(matchPostWords("tower of 雪")).toBe('"tower" AND "of"* AND "雪"*');
    expect(matchPostWords("tower a")).toBe('"tower"* AND "a"');
    expect(matchPostWords("***")).toBeNull();
  });

  test("returns pages and reads a bounded number of rows for a very common word", async () => {
    const word = rareWord();
    const thread = await addThread("Long", "x");
    await run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into replies (thread_id, position, user_id, body, created_at)
      select ${thread}, i, ${ann.id}, ${word} || ' ' || i, 1 from n`);
    const first = await search({ search: word });
    expect(found(first)[0]?.reply.position).toBe(3000);
    expect(totalOf(first)).toBe(LIMITS.searchMatches);
    expect(first.body.links).toEqual({ next: `/api/forums/search?search=${word}&page=2` });
    expectCost(first, { roundTrips: 2, read: 1_700, written: 0 });
    const last = await search({ search: word, page: 25 });
    expect(found(last).at(-1)?.reply.position).toBe(2501);
    expectCost(last, { roundTrips: 2, read: 1_700, written: 0 });
    expect(found(await search({ search: word, page: 26 }))).toEqual([]);
    expectCost(await visitor.call(paletteRoute, { q: word }), { read: 200 });
  });
});

test("GET /api/search returns threads, those with a matching title first, each once", async () => {
  const word = rareWord();
  const inBody = await addThread("Something else", `a ${word}`);
  await addPost(inBody, word, 1);
  const quiet = await addThread(`The ${word}`, "x");
  const loud = await addThread(`A ${word}`, word, 2);
  await addPost(loud, "reply", 1);
  const threads = (await visitor.call(paletteRoute, { q: word })).body.threads as { id: number }[];
  expect(threads.map(({ id }) => id)).toEqual([loud, quiet, inBody]);
  expect(threads[0]).toMatchObject({ subforum_id: 2, title: `A ${word}`, url: `/forums/thread/${loud}` });
});

const preview = (body: unknown, browser: Browser = ann) => browser.call(previewRoute, { body });

test("POST /api/forums/preview returns the rendered text with its cards and stores nothing", async () => {
  const level = await addLevel(ann.id, { title: "Lava" });
  const item = await addItem(ann.id);
  const response = await preview(
    `**Hi**\n/levels/${level}\n[item:${item}]\n/levels/${level}\n/levels/999999999`,
  );
  expect(response.body.html).toContain("<p><strong>Hi</strong></p>");
  expect(response.body.embeds).toMatchObject({
    levels: [{ id: level, title: "Lava" }],
    items: [{ id: item }],
  });
  expectCost(response, { roundTrips: 2, read: 20, written: 0 });
  expectCost(await preview("Nothing in it"), { roundTrips: 1, read: 3, written: 0 });
});

test("POST /api/forums/preview returns a level's card only to callers who can see the level", async () => {
  const id = await addLevel(ann.id, { visibility: "private" });
  const shown = async (browser: Browser) =>
    ((await preview(`/levels/${id}`, browser)).body.embeds as { levels: unknown[] }).levels.length;
  expect(await shown(ann)).toBe(1);
  expect(await shown(await Browser.signedIn(await addUser()))).toBe(0);
  await ann.call(deleteLevelRoute, { id });
  expect(await shown(ann)).toBe(0);
});

test("POST /api/forums/preview is only for a text that could be posted", async () => {
  for (const body of ["", "  ", 5, null, "x".repeat(LIMITS.post + 1)])
    expect((await preview(body)).status, String(body).slice(0, 5)).toBe(422);
  expect((await preview("x".repeat(LIMITS.post))).status).toBe(200);
});
