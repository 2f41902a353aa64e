import { createThreadRoute, deleteReplyRoute, pinThreadRoute, replyRoute } from "#domain/forums/api.ts";
import { type Browser, countRows, runForumSql, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  forumPeople,
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
    const made = await startThread(ann, {
      subforum: 1,
      title: "  Best hats  ",
      body: "I **like** the red one",
    });
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
    for (const { browser, may } of [
      {
        browser: visitor,
        may: { can_reply: false, can_edit: false, can_delete: false, can_moderate: false },
      },
      {
        browser: bob,
        may: { can_reply: true, can_edit: false, can_delete: false, can_moderate: false },
      },
      {
        browser: moderator,
        may: { can_reply: true, can_edit: true, can_delete: true, can_moderate: true },
      },
    ]) {
      const { thread, data, meta, embeds } = await threadPage(browser, made.id);
      expect(thread).toMatchObject({
        title: "Best hats",
        ...may,
        opening: { body_html: expect.stringContaining("<strong>like</strong>") },
      });
      expect([data, meta, embeds]).toEqual([
        [],
        { current_page: 1, last_page: 1, total: 0 },
        { levels: [], items: [] },
      ]);
    }
    const [central] = await subforums(visitor);
    expect(central).toMatchObject({
      id: 1,
      name: "Bopolis Central",
      url: "/forums/1",
      latest: { id: made.id },
    });
    expect((await threadsOf(visitor, 1)).data[0]).toMatchObject({ id: made.id, title: "Best hats" });
  });

  test.each([
    ["no title", { title: " ", body: "Hello" }, "title"],
    ["a title too long", { title: "x".repeat(101), body: "Hello" }, "title"],
    ["a title of two lines", { title: "a\nb", body: "Hello" }, "title"],
    ["no text", { title: "Hello", body: "" }, "body"],
    ["a text too long", { title: "Hello", body: "x".repeat(10_001) }, "body"],
  ])("with %s is rejected at its field", async (_, input, field) => {
    const before = await countRows("threads");
    const response = await ann.call(createThreadRoute, { subforum: 1, ...input });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors as object)).toEqual([field]);
    expect(await countRows("threads")).toBe(before);
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

  test("returns 404 if it or its subforum doesn't exist", async () => {
    for (const browser of [visitor, ann]) {
      expect((await openThread(browser, 999_999)).status).toBe(404);
      expect((await browser.fetch("/api/forums/4")).status).toBe(404);
    }
    expect((await tryPostReply(ann, 999_999)).status).toBe(404);
  });
});

describe("cards of levels and items in posts", () => {
  test("appear once each to readers who can see them, at the cost of one more round trip", async () => {
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
});

describe("GET /api/forums/{subforum}", () => {
  test("returns pinned threads first, then those with the newest reply", async () => {
    const [one, two, three] = [await startThread(ann), await startThread(ann), await startThread(ann)];
    await moderator.call(pinThreadRoute, { id: one.id, pinned: true });
    await postReply(bob, two.id);
    const ids = (await threadsOf(visitor, 2)).data.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([one.id, two.id, three.id]);
    // The index shows the newest reply, pinned or not.
    expect((await subforums(visitor))[1]?.latest?.id).toBe(two.id);
    await moderator.call(pinThreadRoute, { id: one.id, pinned: false });
  });

  test("returns every thread once by following the next links", async () => {
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
});
