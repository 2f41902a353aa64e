import { sql } from "drizzle-orm";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  createThreadRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  lockThreadRoute,
  pinThreadRoute,
  replyRoute,
} from "#domain/forums/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { type Browser, countRows, runForumSql, runSql, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  fillThread,
  forumPeople,
  forumUser,
  notificationsOf,
  openThread,
  postReply,
  startThread,
  subforums,
  threadPage,
  threadsOf,
  tryPostReply,
} from "#tests/support/threads.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

const [ann, bob, moderator, visitor] = await forumPeople();

describe("a thread", () => {
  test("is created with a title and a text, and everyone can read it at once", async () => {
    const input = { subforum: 1, title: "  Best hats  ", body: "I **like** the red one" };
    const made = await startThread(ann, input);
    expect(made).toMatchObject({
      subforum_id: 1,
      title: "Best hats",
      url: `/forums/thread/${made.id}`,
      user: { id: ann.id, username: ann.username },
      pinned: false,
      locked: false,
      replies_count: 0,
      last_reply: null,
      unread: null,
      deleted: false,
      can_reply: true,
      can_edit: true,
      can_delete: true,
      can_moderate: false,
      bookmarked: false,
      opening: { position: 0, body: "I **like** the red one", can_edit: true, can_delete: false },
    });
    for (const [browser, can_reply, isStaff] of [
      [visitor, false, false],
      [bob, true, false],
      [moderator, true, true],
    ] as const) {
      const { thread, data, meta, embeds } = await threadPage(browser, made.id);
      expect(thread).toMatchObject({
        ...{ title: "Best hats", can_reply, can_edit: isStaff, can_delete: isStaff, can_moderate: isStaff },
        opening: { body_html: expect.stringContaining("<strong>like</strong>") },
      });
      expect([data, meta, embeds]).toEqual([
        [],
        { current_page: 1, last_page: 1, total: 0 },
        { levels: [], items: [] },
      ]);
    }
    const [central] = await subforums(visitor);
    const shown = { id: 1, name: "Bopolis Central", url: "/forums/1", latest: { id: made.id } };
    expect(central).toMatchObject(shown);
    expect((await threadsOf(visitor, 1)).data[0]).toMatchObject({ id: made.id, title: "Best hats" });
  });

  test.each([
    ["no title", { title: " ", body: "Hello" }, "title"],
    ["a title too long", { title: "x".repeat(101), body: "Hello" }, "title"],

    ["a text too long", { title: "Hello", body: "x".repeat(10_001) }, "body"],
  ])("with %s is rejected at its field", async (_, input, field) => {
    const { body } = await ann.call(createThreadRoute, { subforum: 1, ...input });
    expect(Object.keys(body.errors as object)).toEqual([field]);
  });

  test("costs two round trips to each database and at most 25 rows to create or to reply to, and one more with a quote", async () => {
    const made = await ann.call(createThreadRoute, { subforum: 1, title: "Rows", body: `@${bob.username}` });
    expectCost(made, { roundTrips: 2, written: 25 });
    const { id } = made.body.thread as { id: number };
    expectCost(await tryPostReply(ann, id), { roundTrips: 2, written: 25 });
    expectCost(await tryPostReply(bob, id, `@${moderator.username} look`, (await postReply(ann, id)).id), {
      roundTrips: 3,
      written: 25,
    });
  });
});

test("cards of levels and items in posts appear once each to readers who can see them, at the cost of one more round trip", async () => {
  const [open, secret, item] = [
    await addLevel(ann.id),
    await addLevel(ann.id, { visibility: "private" }),
    await addItem(ann.id),
  ];
  const body = `/levels/${open}\n\n/levels/${secret}\n\n/levels/999999\n\n/items/${item}`;
  const { id } = await startThread(ann, { body });
  await postReply(bob, id, `Look:\n\n/levels/${open}`);
  const shown = async (browser: Browser) => {
    const response = await openThread(browser, id);
    expectCost(response, { roundTrips: 2, read: 120, written: 0 });
    const { levels, items } = response.body.embeds as { levels: { id: number }[]; items: { id: number }[] };
    return [levels.map((one) => one.id), items.map((one) => one.id)];
  };
  expect(await shown(visitor)).toEqual([[open], [item]]);
  expect(await shown(bob)).toEqual([[open], [item]]);
  expect(await shown(ann)).toEqual([[open, secret], [item]]);
  await runSql`update items set state = 'hidden' where id = ${item}`;
  expect(await shown(bob)).toEqual([[open], []]);
  expect(await shown(moderator)).toEqual([[open, secret], [item]]);
  // Nothing of a deleted reply is shown.
  const text = await postReply(ann, id, `/levels/${open}`);
  await ann.call(deleteReplyRoute, { id: text.id });
  expect((await bob.call(replyRoute, { id: text.id })).body.embeds).toEqual({ levels: [], items: [] });
});

test("GET /api/forums/{subforum} returns pinned threads first, then those with the newest reply", async () => {
  const [one, two, three] = [await startThread(ann), await startThread(ann), await startThread(ann)];
  await moderator.call(pinThreadRoute, { id: one.id, pinned: true });
  await postReply(bob, two.id);
  const ids = (await threadsOf(visitor, 2)).data.map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual([one.id, two.id, three.id]);
  // The index shows the newest reply, pinned or not.
  expect((await subforums(visitor))[1]?.latest?.id).toBe(two.id);
  await moderator.call(pinThreadRoute, { id: one.id, pinned: false });
});

test("GET /api/forums/{subforum} returns every thread once by following the next links", async () => {
  await runForumSql`update threads set deleted_at = 1, deleted_by = ${ann.id} where subforum_id = 1`;
  for (let i = 0; i < 3; i++) await startThread(ann, { subforum: 1 });
  await runForumSql`insert into threads (subforum_id, user_id, title, pinned, created_at, last_reply_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)
      select 1, ${ann.id}, 'T' || i, i % 7 = 0, i, 5 from n`;
  let next: string | null = "/api/forums/1";
  const collected: number[] = [];
  while (next) {
    const { data, meta, links } = (await visitor.fetch(next)).body as Awaited<ReturnType<typeof threadsOf>>;
    expect(meta).toMatchObject({ total: 53, last_page: 3 });
    collected.push(...data.map(({ id }) => id));
    next = links.next;
  }
  expect(new Set(collected).size).toBe(53);
});

describe("forum replies", () => {
  test("are numbered, counted, and bring their thread to the top", async () => {
    const older = await startThread(ann, { subforum: 3 });
    const newer = await startThread(ann, { subforum: 3 });
    const [, , before] = await subforums(visitor);
    const first = await postReply(bob, older.id, "One");
    expect(first).toMatchObject({
      thread_id: older.id,
      position: 1,
      url: `/forums/thread/${older.id}?reply=${first.id}#reply-${first.id}`,
      body: "One",
      role: "member",
      edits_count: 0,
      edited_at: null,
      deleted: false,
      from_blocked: false,
    });
    await postReply(moderator, older.id, "Two");
    const { thread, data } = await threadPage(visitor, older.id);
    expect(data.map(({ position, body, role }) => [position, body, role])).toEqual([
      [1, "One", "member"],
      [2, "Two", "moderator"],
    ]);
    expect(thread).toMatchObject({ replies_count: 2, last_reply: { user: { id: moderator.id } } });
    expect((await threadsOf(visitor, 3)).data.map(({ id }) => id)).toEqual([older.id, newer.id]);
    const [, , after] = await subforums(visitor);
    expect(after?.replies_count).toBe((before?.replies_count ?? 0) + 2);
    expect(after?.latest?.id).toBe(older.id);
  });

  test("are all stored when twenty arrive at once, each with its own position", async () => {
    const { id } = await startThread(ann);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => postReply(i % 2 ? ann : bob, id, `At once ${i}`)),
    );
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(made.map(({ position }) => position).sort((a, b) => a - b)).toEqual(numbers);
    const { thread, data } = await threadPage(visitor, id);
    expect(thread.replies_count).toBe(20);
    expect(data.map(({ position }) => position)).toEqual(numbers);
    // Each response contains the caller's own reply.
    for (const one of made) expect(data.find(({ id: other }) => other === one.id)?.body).toBe(one.body);
    expect(thread.last_reply?.url).toBe(data.at(-1)?.url);
  });

  test("and threads sent several times at once are stored and announced once", async () => {
    const [author, named] = [await forumUser(), await forumUser()];
    const body = `Hello @${named.username}`;
    const threads = await Promise.all([1, 2, 3].map(() => startThread(author, { title: "Twice", body })));
    expect(new Set(threads.map(({ id }) => id)).size).toBe(1);
    const { id = 0 } = threads[0] ?? {};
    const made = await Promise.all([1, 2, 3].map(() => postReply(author, id, body)));
    expect(made.map((one) => [one.id, one.edits_count])).toEqual(made.map(() => [made[0]?.id, 0]));
    expect((await threadPage(visitor, id)).thread).toMatchObject({
      replies_count: 1,
      opening: { edits_count: 0 },
    });
    const { body: notifications } = await named.call(notificationListRoute);
    expect((notifications.data as { count: number }[]).map(({ count }) => count)).toEqual([2]);
    expect(await countRows("post_fingerprints", sql`user_id = ${author.id}`)).toBe(2);
    // A different text or author makes it another reply.
    expect((await postReply(author, id, "Hello")).position).toBe(2);
    expect((await postReply(author, id, body)).position).toBe(3);
    expect((await postReply(named, id, body)).position).toBe(4);
  });

  test("are on pages of twenty, and each can be found by its id", async () => {
    const { id } = await startThread(ann);
    await fillThread(id, bob.id, 45);
    let next: string | null = `/api/forums/thread/${id}`;
    const collected: number[] = [];
    while (next) {
      const page = (await visitor.fetch(next)).body as Awaited<ReturnType<typeof threadPage>>;
      expect(page.meta).toMatchObject({ total: 45, last_page: 3 });
      expect(page.thread.opening === null).toBe(collected.length > 0);
      collected.push(...page.data.map(({ position }) => position));
      next = page.links.next;
    }
    expect(collected).toEqual(Array.from({ length: 45 }, (_, i) => i + 1));
    for (const page of [1, 2, 3]) {
      const { data } = await threadPage(visitor, id, { page });
      for (const one of [data.at(0), data.at(-1)]) {
        const { meta, links } = await threadPage(visitor, id, { reply: one?.id });
        expect(meta.current_page).toBe(page);
        expect(links.next).toBe(page === 3 ? null : `/api/forums/thread/${id}?page=${page + 1}`);
      }
    }
    const { thread } = await threadPage(visitor, id);
    expect((await threadPage(visitor, id, { reply: thread.opening?.id })).meta.current_page).toBe(1);
    expect((await threadPage(visitor, id, { page: 4 })).data).toEqual([]);
    const elsewhere = await postReply(ann, (await startThread(ann)).id);
    expect((await openThread(visitor, id, { reply: elsewhere.id })).status).toBe(404);
  });

  test("are rejected in a locked thread, except from staff", async () => {
    const { id } = await startThread(ann);
    await moderator.call(lockThreadRoute, { id, locked: true });
    const rejected = await tryPostReply(ann, id);
    expect(rejected).toMatchObject({ status: 403, body: { code: "thread_locked" }, cost: { written: 0 } });
    expect((await threadPage(ann, id)).thread).toMatchObject({
      locked: true,
      can_reply: false,
      can_edit: false,
    });
    expect((await tryPostReply(moderator, id)).status).toBe(201);
  });

  test("are rejected in a deleted thread until staff restore it", async () => {
    const { id } = await startThread(ann);
    const { id: inside } = await postReply(ann, id);
    await moderator.call(deleteThreadRoute, { id });
    expect((await tryPostReply(ann, id)).status).toBe(404);
    expect((await tryPostReply(moderator, id)).status).toBe(409);
    for (const browser of [visitor, ann, bob]) {
      expect((await openThread(browser, id)).status).toBe(404);
      expect((await browser.call(replyRoute, { id: inside })).status).toBe(404);
    }
    expect((await threadPage(moderator, id)).thread).toMatchObject({ deleted: true, can_reply: false });
    expect((await threadsOf(moderator, 2)).data.map((thread) => thread.id)).not.toContain(id);
  });

  test("from a member the reader has blocked are marked", async () => {
    const [one, other] = [await forumUser(), await forumUser()];
    const { id } = await startThread(one);
    await postReply(other, id);
    await one.call(toggleBlockRoute, { username: other.username });
    const seen = async (browser: Browser) => {
      const { thread, data } = await threadPage(browser, id);
      return [thread.opening?.from_blocked, data[0]?.from_blocked];
    };
    expect(await seen(one)).toEqual([false, true]);
    expect(await seen(other)).toEqual([false, false]);
    expect(await seen(visitor)).toEqual([false, false]);
  });

  test("can be fetched one at a time, with what is needed to quote, edit or report them", async () => {
    const { id, title } = await startThread(ann);
    const made = await postReply(bob, id, "Quote me");
    expect((await ann.call(replyRoute, { id: made.id })).body).toMatchObject({
      reply: { id: made.id, body: "Quote me", can_edit: false },
      thread: { id, subforum_id: 2, title, url: `/forums/thread/${id}`, locked: false, can_reply: true },
      embeds: { levels: [], items: [] },
    });
  });
});

describe("notifications of a reply", () => {
  const place = (thread: number, id: number) => `/forums/thread/${thread}?reply=${id}#reply-${id}`;

  test("go once to the thread's author and to quoted and mentioned members, never to the reply's author", async () => {
    const [starter, quoted] = [await forumUser(), await forumUser()];
    const [named, author] = [await forumUser(), await forumUser()];
    const { id, title } = await startThread(starter, { body: `Hello @${named.username}` });
    const opening = (await threadPage(visitor, id)).thread.opening?.id ?? 0;
    expect(await notificationsOf(named)).toEqual([`mention: ${title} → ${place(id, opening)}`]);
    const first = await postReply(quoted, id, `I agree, @${quoted.username}`);
    expect(await notificationsOf(starter)).toEqual([`reply: ${title} → ${place(id, first.id)}`]);
    expect(await notificationsOf(quoted)).toEqual([]);
    const text = `> [@${quoted.username}](/x) wrote:\n> hi @${starter.username}\n\nLook @${named.username} @${quoted.username} @${author.username}`;
    const second = await postReply(author, id, text, first.id);
    expect(await notificationsOf(quoted)).toEqual([`reply: ${title} → ${place(id, second.id)}`]);
    expect(await notificationsOf(named)).toContain(`mention: ${title} → ${place(id, second.id)}`);
    expect(await notificationsOf(author)).toEqual([]);
    // The starter is notified as the author, not for the name in the quote; both replies are one group.
    expect(await notificationsOf(starter)).toEqual([`reply: ${title} → ${place(id, second.id)}`]);
  });

  test("ignore names in quotes and code", async () => {
    const [author, named] = [await forumUser(), await forumUser()];
    await postReply(
      author,
      (await startThread(author)).id,
      `> @${named.username}\n\nand \`@${named.username}\`\n\n\`\`\`\n@${named.username}\n\`\`\``,
    );
    expect(await notificationsOf(named)).toEqual([]);
  });

  test("a quote must be from the same thread", async () => {
    const { id } = await startThread(ann);
    const elsewhere = await postReply(bob, (await startThread(bob)).id);
    const deleted = await postReply(bob, id);
    await bob.call(deleteReplyRoute, { id: deleted.id });
    for (const quote of [elsewhere.id, deleted.id, 999_999]) {
      const response = await tryPostReply(ann, id, `Quote ${unique()}`, quote);
      expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, ["quote"]]);
      expect(response.cost.written).toBe(0);
    }
  });

  test("don't cross a block, as quoting is rejected", async () => {
    const [one, other] = [await forumUser(), await forumUser()];
    const { id } = await startThread(ann);
    const [ones, others] = [await postReply(one, id), await postReply(other, id)];
    await one.call(toggleBlockRoute, { username: other.username });
    expect((await tryPostReply(one, id, "Quoting", others.id)).body.code).toBe("blocked_by_you");
    expect((await tryPostReply(other, id, "Quoting", ones.id)).body.code).toBe("quote_refused");
    expect((await tryPostReply(other, id, "Without a quote")).status).toBe(201);
  });
});
