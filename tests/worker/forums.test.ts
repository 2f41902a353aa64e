import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import {
  createThreadRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  forumIndexRoute,
  lockThreadRoute,
  pinThreadRoute,
  replyRoute,
} from "#domain/forums/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { Browser, countRows, db, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  answerTo,
  begin,
  fillThread,
  openThread,
  reply,
  talker,
  threadPage,
  threadsOf,
  toldOf,
} from "#tests/support/forums.ts";
import type { Person } from "#tests/support/people.ts";
import { addItem, addLevel } from "#tests/support/world.ts";

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));

let ann: Person;
let bob: Person;
let moderator: Person;
let visitor: Browser;
beforeAll(async () => {
  [ann, bob, moderator, visitor] = [
    await talker(),
    await talker(),
    await talker({ role: "moderator" }),
    await Browser.visitor(),
  ];
});

async function subforums(browser: Browser) {
  const { status, body } = await browser.call(forumIndexRoute);
  expect(status).toBe(200);
  return (body as OutputOf<typeof forumIndexRoute>).data;
}

describe("a thread", () => {
  test("is begun with a title and a text, and is there for everybody at once", async () => {
    const made = await begin(ann.browser, {
      subforum: 1,
      title: "  Best hats  ",
      body: "I **like** the red one",
    });
    expect(made).toMatchObject({
      subforum_id: 1,
      title: "Best hats",
      url: `/forums/thread/${made.id}`,
      user: { id: ann.id, username: ann.username },
      ...{ pinned: false, locked: false, replies_count: 0, last_reply: null, unread: null, deleted: false },
      ...{ can_reply: true, can_edit: true, can_delete: true, can_moderate: false, bookmarked: false },
      opening: { position: 0, body: "I **like** the red one", can_edit: true, can_delete: false },
    });
    for (const { browser, may } of [
      {
        browser: visitor,
        may: { can_reply: false, can_edit: false, can_delete: false, can_moderate: false },
      },
      {
        browser: bob.browser,
        may: { can_reply: true, can_edit: false, can_delete: false, can_moderate: false },
      },
      {
        browser: moderator.browser,
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
  ])("with %s is refused at its field", async (_, input, field) => {
    const before = await countRows("threads");
    const answer = await ann.browser.call(createThreadRoute, { params: { subforum: 1 }, input });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
    expect(await countRows("threads")).toBe(before);
  });

  test("costs two rounds and at most 25 rows to begin or to answer", async () => {
    const names = `@${bob.username}`;
    const made = await ann.browser.call(createThreadRoute, {
      params: { subforum: 1 },
      input: { title: "Rows", body: names },
    });
    expectCost(made, { rounds: 2, written: 25 });
    const { id } = made.body.thread as { id: number };
    const { id: quoted } = await reply(ann.browser, id);
    expectCost(await answerTo(bob.browser, id, `@${moderator.username} look`, quoted), {
      rounds: 2,
      written: 25,
    });
  });

  test("is not there where there is none, nor in a subforum that there is not", async () => {
    for (const browser of [visitor, ann.browser]) {
      expect((await openThread(browser, 999_999)).status).toBe(404);
      expect((await browser.fetch("/api/forums/4")).status).toBe(404);
    }
    expect((await answerTo(ann.browser, 999_999)).status).toBe(404);
  });
});

describe("replies", () => {
  test("have numbers, are counted, and make their thread the newest", async () => {
    const older = await begin(ann.browser, { subforum: 3 });
    const newer = await begin(ann.browser, { subforum: 3 });
    const [, , before] = await subforums(visitor);
    const first = await reply(bob.browser, older.id, "One");
    expect(first).toMatchObject({
      thread_id: older.id,
      position: 1,
      url: `/forums/thread/${older.id}?reply=${first.id}#reply-${first.id}`,
      ...{
        body: "One",
        role: "member",
        edits_count: 0,
        edited_at: null,
        deleted: false,
        from_blocked: false,
      },
    });
    await reply(moderator.browser, older.id, "Two");
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

  test("twenty at once all get in, with numbers of their own", async () => {
    const { id } = await begin(ann.browser);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reply(i % 2 ? ann.browser : bob.browser, id, `At once ${i}`)),
    );
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(made.map(({ position }) => position).sort((a, b) => a - b)).toEqual(numbers);
    const { thread, data } = await threadPage(visitor, id);
    expect(thread.replies_count).toBe(20);
    expect(data.map(({ position }) => position)).toEqual(numbers);
    // Whoever was answered has the reply that was written, and not another one's.
    for (const one of made) expect(data.find(({ id: other }) => other === one.id)?.body).toBe(one.body);
    expect(thread.last_reply?.url).toBe(data.at(-1)?.url);
  });

  test("and threads that are sent twice at once are written and told once", async () => {
    const [author, named] = [await talker(), await talker()];
    const body = `Hello @${named.username}`;
    const threads = await Promise.all([1, 2, 3].map(() => begin(author.browser, { title: "Twice", body })));
    expect(new Set(threads.map(({ id }) => id)).size).toBe(1);
    const { id = 0 } = threads[0] ?? {};
    const made = await Promise.all([1, 2, 3].map(() => reply(author.browser, id, body)));
    expect(made.map((one) => [one.id, one.edits_count])).toEqual(made.map(() => [made[0]?.id, 0]));
    expect((await threadPage(visitor, id)).thread).toMatchObject({
      replies_count: 1,
      opening: { edits_count: 0 },
    });
    const { body: told } = await named.browser.call(notificationListRoute);
    expect((told.data as { count: number }[]).map(({ count }) => count)).toEqual([2]);
    expect(await countRows("prints", sql`user_id = ${author.id}`)).toBe(2);
    // Other words, or somebody else's, are no second press.
    expect((await reply(author.browser, id, "Hello")).position).toBe(2);
    expect((await reply(author.browser, id, body)).position).toBe(3);
    expect((await reply(named.browser, id, body)).position).toBe(4);
  });

  test("stand on pages of twenty, and each is found by itself", async () => {
    const { id } = await begin(ann.browser);
    await fillThread(id, bob.id, 45);
    let next: string | null = `/api/forums/thread/${id}`;
    const met: number[] = [];
    while (next) {
      const { body } = await visitor.fetch(next);
      const page = body as Awaited<ReturnType<typeof threadPage>>;
      expect(page.meta).toMatchObject({ total: 45, last_page: 3 });
      expect(page.thread.opening === null).toBe(met.length > 0);
      met.push(...page.data.map(({ position }) => position));
      next = page.links.next;
    }
    expect(met).toEqual(Array.from({ length: 45 }, (_, i) => i + 1));
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
    const elsewhere = await reply(ann.browser, (await begin(ann.browser)).id);
    expect((await openThread(visitor, id, { reply: elsewhere.id })).status).toBe(404);
  });

  test("are refused in a locked thread, but for staff, and in one that was locked meanwhile", async () => {
    const { id } = await begin(ann.browser);
    await moderator.browser.call(lockThreadRoute, { params: { id }, input: { locked: true } });
    const refused = await answerTo(ann.browser, id);
    expect([refused.status, refused.body.code]).toEqual([403, "thread_locked"]);
    expect(refused.cost.written).toBe(0);
    expect((await threadPage(ann.browser, id)).thread).toMatchObject({
      locked: true,
      can_reply: false,
      can_edit: false,
    });
    expect((await answerTo(moderator.browser, id)).status).toBe(201);
  });

  test("in a thread that was deleted are refused: it is not there, and staff restore it first", async () => {
    const { id } = await begin(ann.browser);
    const { id: inside } = await reply(ann.browser, id);
    await moderator.browser.call(deleteThreadRoute, { params: { id } });
    expect((await answerTo(ann.browser, id)).status).toBe(404);
    expect((await answerTo(moderator.browser, id)).status).toBe(409);
    for (const browser of [visitor, ann.browser, bob.browser]) {
      expect((await openThread(browser, id)).status).toBe(404);
      expect((await browser.call(replyRoute, { params: { id: inside } })).status).toBe(404);
    }
    expect((await threadPage(moderator.browser, id)).thread).toMatchObject({
      deleted: true,
      can_reply: false,
    });
    const { data } = await threadsOf(moderator.browser, 2);
    expect(data.map((thread) => thread.id)).not.toContain(id);
  });

  test("of somebody whom the reader has blocked are marked, and the other one's are not", async () => {
    const [one, other] = [await talker(), await talker()];
    const { id } = await begin(one.browser);
    await reply(other.browser, id);
    await one.browser.call(toggleBlockRoute, { params: { username: other.username } });
    const seen = async (browser: Browser) => {
      const { thread, data } = await threadPage(browser, id);
      return [thread.opening?.from_blocked, data[0]?.from_blocked];
    };
    expect(await seen(one.browser)).toEqual([false, true]);
    expect(await seen(other.browser)).toEqual([false, false]);
    expect(await seen(visitor)).toEqual([false, false]);
  });

  test("one by itself brings what is needed to quote, edit or report it", async () => {
    const { id, title } = await begin(ann.browser);
    const made = await reply(bob.browser, id, "Quote me");
    const { body } = await ann.browser.call(replyRoute, { params: { id: made.id } });
    expect(body).toMatchObject({
      reply: { id: made.id, body: "Quote me", can_edit: false },
      thread: { id, subforum_id: 2, title, url: `/forums/thread/${id}`, locked: false, can_reply: true },
      embeds: { levels: [], items: [] },
    });
    expect((await visitor.call(replyRoute, { params: { id: 999_999 } })).status).toBe(404);
  });
});

describe("levels and items that texts show as cards", () => {
  test("are there for whoever may see them, each once, and cost a second round where there are any", async () => {
    const [open, secret, item] = [
      await addLevel(ann.id),
      await addLevel(ann.id, { visibility: "private" }),
      await addItem(ann.id),
    ];
    const body = `/levels/${open}\n\n/levels/${secret}\n\n/levels/999999\n\n/items/${item}`;
    const { id } = await begin(ann.browser, { body });
    await reply(bob.browser, id, `Look:\n\n/levels/${open}`);
    const shown = async (browser: Browser) => {
      const answer = await openThread(browser, id);
      expectCost(answer, { rounds: 2, read: 120, written: 0 });
      const { levels, items } = answer.body.embeds as { levels: { id: number }[]; items: { id: number }[] };
      return [levels.map((one) => one.id), items.map((one) => one.id)];
    };
    expect(await shown(visitor)).toEqual([[open], [item]]);
    expect(await shown(bob.browser)).toEqual([[open], [item]]);
    expect(await shown(ann.browser)).toEqual([[open, secret], [item]]);
    await run(sql`update items set state = 'hidden' where id = ${item}`);
    expect(await shown(bob.browser)).toEqual([[open], []]);
    expect(await shown(moderator.browser)).toEqual([[open, secret], [item]]);
    // Of what was deleted nothing is shown.
    const text = await reply(ann.browser, id, `/levels/${open}`);
    await ann.browser.call(deleteReplyRoute, { params: { id: text.id } });
    const { body: alone } = await bob.browser.call(replyRoute, { params: { id: text.id } });
    expect(alone.embeds).toEqual({ levels: [], items: [] });
  });
});

describe("the list of a subforum", () => {
  test("has pinned threads first, then those with the newest reply", async () => {
    const [one, two, three] = [await begin(ann.browser), await begin(ann.browser), await begin(ann.browser)];
    await moderator.browser.call(pinThreadRoute, { params: { id: one.id }, input: { pinned: true } });
    await reply(bob.browser, two.id);
    const ids = (await threadsOf(visitor, 2)).data.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([one.id, two.id, three.id]);
    // What was said last is what the index shows, pinned or not.
    expect((await subforums(visitor))[1]?.latest?.id).toBe(two.id);
    await moderator.browser.call(pinThreadRoute, { params: { id: one.id }, input: { pinned: false } });
  });

  test("meets every thread once by following the next links", async () => {
    await db.all(
      statement(sql`update threads set deleted_at = 1, deleted_by = ${ann.id} where subforum_id = 1`),
    );
    for (let i = 0; i < 3; i++) await begin(ann.browser, { subforum: 1 });
    await db.all(
      statement(sql`insert into threads (subforum_id, user_id, title, pinned, created_at, last_reply_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)
        select 1, ${ann.id}, 'T' || i, i % 7 = 0, i, 5 from n`),
    );
    let next: string | null = "/api/forums/1";
    const met: number[] = [];
    while (next) {
      const { body } = await visitor.fetch(next);
      const { data, meta, links } = body as Awaited<ReturnType<typeof threadsOf>>;
      expect(meta).toMatchObject({ total: 53, last_page: 3 });
      met.push(...data.map(({ id }) => id));
      next = links.next;
    }
    expect(new Set(met).size).toBe(53);
  });
});

describe("whom a reply tells", () => {
  const place = (thread: number, id: number) => `/forums/thread/${thread}?reply=${id}#reply-${id}`;

  test("is whoever began the thread, whom it quotes and whom it names, each once, and never its author", async () => {
    const [starter, quoted, named, author] = [await talker(), await talker(), await talker(), await talker()];
    const { id, title } = await begin(starter.browser, { body: `Hello @${named.username}` });
    const opening = (await threadPage(visitor, id)).thread.opening?.id ?? 0;
    expect(await toldOf(named)).toEqual([`mention: ${title} → ${place(id, opening)}`]);
    const first = await reply(quoted.browser, id, `I agree, @${quoted.username}`);
    expect(await toldOf(starter)).toEqual([`reply: ${title} → ${place(id, first.id)}`]);
    expect(await toldOf(quoted)).toEqual([]);
    const text = `> [@${quoted.username}](/x) wrote:\n> hi @${starter.username}\n\nLook @${named.username} @${quoted.username} @${author.username}`;
    const second = await reply(author.browser, id, text, first.id);
    expect(await toldOf(quoted)).toEqual([`reply: ${title} → ${place(id, second.id)}`]);
    expect(await toldOf(named)).toContain(`mention: ${title} → ${place(id, second.id)}`);
    expect(await toldOf(author)).toEqual([]);
    // The starter is told as the one who began it, not by their name in the quote; the two replies are one group.
    expect(await toldOf(starter)).toEqual([`reply: ${title} → ${place(id, second.id)}`]);
  });

  test("is nobody whose name stands in a quote or in code", async () => {
    const [author, named] = [await talker(), await talker()];
    const { id } = await begin(author.browser);
    await reply(
      author.browser,
      id,
      `> @${named.username}\n\nand \`@${named.username}\`\n\n\`\`\`\n@${named.username}\n\`\`\``,
    );
    expect(await toldOf(named)).toEqual([]);
  });

  test("what is quoted must stand in the same thread", async () => {
    const { id } = await begin(ann.browser);
    const elsewhere = await reply(bob.browser, (await begin(bob.browser)).id);
    const deleted = await reply(bob.browser, id);
    await bob.browser.call(deleteReplyRoute, { params: { id: deleted.id } });
    for (const quote of [elsewhere.id, deleted.id, 999_999]) {
      const answer = await answerTo(ann.browser, id, `Quote ${unique()}`, quote);
      expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ["quote"]]);
      expect(answer.cost.written).toBe(0);
    }
  });

  test("nobody is quoted across a block, whoever made it", async () => {
    const [one, other] = [await talker(), await talker()];
    const { id } = await begin(ann.browser);
    const [ones, others] = [await reply(one.browser, id), await reply(other.browser, id)];
    await one.browser.call(toggleBlockRoute, { params: { username: other.username } });
    const mine = await answerTo(one.browser, id, "Quoting", others.id);
    expect([mine.status, mine.body.code]).toEqual([403, "blocked_by_you"]);
    const theirs = await answerTo(other.browser, id, "Quoting", ones.id);
    expect([theirs.status, theirs.body.code]).toEqual([403, "quote_refused"]);
    expect((await answerTo(other.browser, id, "Without a quote")).status).toBe(201);
  });
});
