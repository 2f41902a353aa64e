import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import {
  createReplyRoute,
  createThreadRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  editReplyRoute,
  editThreadRoute,
  forumIndexRoute,
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
  replyHistoryRoute,
  replyRoute,
  restoreReplyRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { type Answer, Browser, countRows, db, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  answerTo,
  begin,
  openThread,
  reply,
  talker,
  threadPage,
  threadsOf,
  toldOf,
} from "#tests/support/forums.ts";
import type { Person } from "#tests/support/people.ts";

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

const editReply = ({ browser }: Person, id: number, body: string) =>
  browser.call(editReplyRoute, { params: { id }, input: { body } });
const deleteReply = ({ browser }: Person, id: number) => browser.call(deleteReplyRoute, { params: { id } });
const restoreReply = ({ browser }: Person, id: number) => browser.call(restoreReplyRoute, { params: { id } });
const deleteThread = ({ browser }: Person, id: number) => browser.call(deleteThreadRoute, { params: { id } });
const history = async (browser: Browser, id: number) => {
  const { status, body } = await browser.call(replyHistoryRoute, { params: { id } });
  return {
    status,
    data: (body.data ?? []) as { body: string; title: string | null; user: { id: number } }[],
  };
};

interface Note {
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
}
/** What staff have been noted to do with a thread or a reply, the oldest first. */
async function notesOf(type: "thread" | "reply", id: number): Promise<Note[]> {
  const rows = await db.all(
    statement<{ action: string; actor_id: number; before: string; after: string }>(sql`
      select action, actor_id, before, after from audit_log
      where subject_type = ${type} and subject_id = ${String(id)} order by id`),
  );
  return rows.map(({ action, actor_id, before, after }) => ({
    action,
    subject: actor_id === moderator.id ? "moderator" : String(actor_id),
    before: JSON.parse(before),
    after: JSON.parse(after),
  }));
}

/** Both presses of somebody who presses twice. */
const twice = (press: () => Promise<Answer>): Promise<Answer[]> => Promise.all([press(), press()]);

describe("editing", () => {
  test("keeps what a reply was before, with who replaced it", async () => {
    const { id } = await begin(ann.browser);
    const made = await reply(bob.browser, id, "First words");
    const answer = await editReply(bob, made.id, "  Second words ");
    expect(answer.body.reply).toMatchObject({
      body: "Second words",
      edits_count: 1,
      edited_at: expect.any(String),
    });
    expectCost(answer, { rounds: 2, written: 25 });
    await editReply(bob, made.id, "Third words");
    const { data } = await history(visitor, made.id);
    expect(data.map(({ body, title, user }) => [body, title, user.id])).toEqual([
      ["Second words", null, bob.id],
      ["First words", null, bob.id],
    ]);
    expect((await threadPage(visitor, id)).data[0]).toMatchObject({ body: "Third words", edits_count: 2 });
    expect((await editReply(ann, made.id, "Mine now")).status).toBe(403);
  });

  test("without a change stores nothing, and the same change twice at once is one", async () => {
    const { id } = await begin(ann.browser);
    const made = await reply(bob.browser, id, "Words");
    const same = await editReply(bob, made.id, "Words\n");
    expect([same.status, same.cost.written]).toEqual([200, 0]);
    for (const { status } of await twice(() => editReply(bob, made.id, "Others"))) expect(status).toBe(200);
    expect((await history(visitor, made.id)).data.map(({ body }) => body)).toEqual(["Words"]);
    const { body } = await visitor.call(replyRoute, { params: { id: made.id } });
    expect(body.reply).toMatchObject({ body: "Others", edits_count: 1 });
  });

  test("changes a thread's title and its text, together or one of them", async () => {
    const made = await begin(ann.browser, { title: "Old", body: "Old text" });
    const edit = (title: string, body: string, browser = ann.browser) =>
      browser.call(editThreadRoute, { params: { id: made.id }, input: { title, body } });
    expect((await edit("New", "Old text")).body.thread).toMatchObject({
      title: "New",
      opening: { edits_count: 1 },
    });
    expect((await edit("New", "New text")).body.thread).toMatchObject({
      title: "New",
      opening: { body: "New text" },
    });
    expect((await edit("New", "New text")).cost.written).toBe(0);
    const { data } = await history(visitor, made.opening?.id ?? 0);
    expect(data.map(({ title, body }) => [title, body])).toEqual([
      ["New", "Old text"],
      ["Old", "Old text"],
    ]);
    expect((await edit("Bob's", "Text", bob.browser)).status).toBe(403);
    expect((await edit("", "Text")).body.errors).toHaveProperty("title");
  });

  test("tells of names that are new in it, and of each once", async () => {
    const [author, named, other] = [await talker(), await talker(), await talker()];
    const { id, title } = await begin(author.browser);
    const made = await reply(author.browser, id, `Hello @${named.username}`);
    const place = `mention: ${title} → /forums/thread/${id}?reply=${made.id}#reply-${made.id}`;
    expect(await toldOf(named)).toEqual([place]);
    await db.all(statement(sql`delete from notices`));
    const counted = async (who: Person) => {
      const { body } = await who.browser.fetch("/api/notifications");
      return (body.data as { count: number }[])[0]?.count;
    };
    await editReply(author, made.id, `Hello @${named.username} and @${other.username}`);
    await editReply(author, made.id, "Hello nobody");
    await editReply(author, made.id, `Hello @${named.username} and @${other.username}!`);
    expect([await counted(named), await counted(other)]).toEqual([1, 1]);
    expect(await toldOf(other)).toEqual([place]);
  });

  test("by staff is noted with what was and is, and told to the author", async () => {
    const { id, title } = await begin(ann.browser, { title: `Rude ${unique()}`, body: "Rude words" });
    const made = await reply(bob.browser, id, "Ruder words");
    await twice(() => editReply(moderator, made.id, "Kind words"));
    expect(await notesOf("reply", made.id)).toEqual([
      {
        action: "reply.edit",
        subject: "moderator",
        before: { body: "Ruder words" },
        after: { body: "Kind words" },
      },
    ]);
    expect((await toldOf(bob))[0]).toContain(`moderation: Our staff changed your reply in ${title}.`);
    const input = { title: "Kind", body: "Kind words" };
    await moderator.browser.call(editThreadRoute, { params: { id }, input });
    expect(await notesOf("thread", id)).toEqual([
      { action: "thread.edit", subject: "moderator", before: { title, body: "Rude words" }, after: input },
    ]);
    const own = await reply(moderator.browser, id, "Mine");
    await editReply(moderator, own.id, "Still mine");
    expect(await notesOf("reply", own.id)).toEqual([]);
  });

  test("what would have to wait for staff is refused, and a new text of the kind waits", async () => {
    await db.all(
      statement(
        sql`insert into words (word, action, user_id, created_at) values ('zzhold', 'hold', ${moderator.id}, 1)`,
      ),
    );
    const { id } = await begin(ann.browser);
    const made = await reply(ann.browser, id, "Fine words");
    const edited = await editReply(ann, made.id, "Now zzhold words");
    expect([edited.status, Object.keys(edited.body.errors as object)]).toEqual([422, ["body"]]);
    const before = [await countRows("threads"), await countRows("replies")];
    const heldReply = await ann.browser.call(createReplyRoute, { params: { id }, input: { body: "zzhold" } });
    const heldThread = await ann.browser.call(createThreadRoute, {
      params: { subforum: 2 },
      input: { title: "zzhold", body: "Text" },
    });
    expect([heldReply.status, heldReply.body]).toMatchObject([
      201,
      { reply: null, held: { message: expect.any(String) } },
    ]);
    expect([heldThread.status, heldThread.body]).toMatchObject([
      201,
      { thread: null, held: { id: expect.any(Number) } },
    ]);
    expect([await countRows("threads"), await countRows("replies")]).toEqual(before);
    expect(await countRows("held_posts", sql`user_id = ${ann.id} and state = 'waiting'`)).toBe(2);
  });
});

describe("a deleted reply", () => {
  test("keeps its number, and its text is there for staff alone", async () => {
    const { id } = await begin(ann.browser);
    const made = await reply(bob.browser, id, "Regretted @words");
    const last = await reply(ann.browser, id, "Last words");
    await editReply(bob, made.id, "Regretted words");
    expect((await deleteReply(ann, made.id)).status).toBe(403);
    for (const { status } of await twice(() => deleteReply(bob, made.id))) expect(status).toBe(200);
    for (const browser of [visitor, ann.browser, bob.browser]) {
      const page = await threadPage(browser, id);
      expect(page.data[0]).toMatchObject({
        position: 1,
        deleted: true,
        body: "",
        body_html: "",
        edits_count: 0,
      });
      expect(page.data[1]).toMatchObject({ id: last.id, position: 2 });
      expect(page.thread.replies_count).toBe(2);
      expect((await history(browser, made.id)).status).toBe(404);
      const one = await browser.call(replyRoute, { params: { id: made.id } });
      expect(JSON.stringify([page, one.body])).not.toContain("Regretted");
    }
    expect((await threadPage(moderator.browser, id)).data[0]).toMatchObject({
      deleted: true,
      body: "Regretted words",
    });
    expect((await history(moderator.browser, made.id)).data).toHaveLength(1);
    expect((await editReply(bob, made.id, "Other")).status).toBe(403);
    expect(await notesOf("reply", made.id)).toEqual([]);
  });

  test("comes back by whoever deleted it; one that staff deleted by staff", async () => {
    const { id, title } = await begin(ann.browser);
    const made = await reply(bob.browser, id, "Back and forth");
    await deleteReply(bob, made.id);
    expect((await restoreReply(ann, made.id)).status).toBe(403);
    for (const { status, body } of await twice(() => restoreReply(bob, made.id)))
      expect([status, body.reply]).toMatchObject([200, { body: "Back and forth", deleted: false }]);
    for (const { status } of await twice(() => deleteReply(moderator, made.id))) expect(status).toBe(200);
    expect((await restoreReply(bob, made.id)).status).toBe(403);
    expect((await threadPage(bob.browser, id)).data[0]).toMatchObject({
      can_restore: false,
      can_delete: false,
    });
    expect((await restoreReply(moderator, made.id)).status).toBe(200);
    expect((await notesOf("reply", made.id)).map(({ action }) => action)).toEqual([
      "reply.delete",
      "reply.restore",
    ]);
    expect((await toldOf(bob))[0]).toContain(`Your reply in ${title} is back.`);
  });

  test("is not the last word of its thread any more, and what comes next goes on counting", async () => {
    const { id } = await begin(ann.browser);
    const first = await reply(ann.browser, id);
    const second = await reply(bob.browser, id);
    await deleteReply(bob, second.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toMatchObject({
      user: { id: ann.id },
      url: first.url,
    });
    await deleteReply(ann, first.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toBeNull();
    expect((await reply(bob.browser, id)).position).toBe(3);
    await restoreReply(bob, second.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toMatchObject({ user: { id: bob.id } });
  });

  test("in a locked thread is deleted and brought back by staff alone; what a thread begins with goes with it", async () => {
    const made = await begin(ann.browser);
    const one = await reply(ann.browser, made.id);
    await moderator.browser.call(lockThreadRoute, { params: { id: made.id }, input: { locked: true } });
    expect((await deleteReply(ann, one.id)).body.code).toBe("thread_locked");
    expect((await editReply(ann, one.id, "New")).body.code).toBe("thread_locked");
    expect((await deleteReply(moderator, one.id)).status).toBe(200);
    for (const who of [ann, moderator])
      expect((await deleteReply(who, made.opening?.id ?? 0)).status).toBe(403);
    expect((await threadPage(visitor, made.id)).thread.opening?.deleted).toBe(false);
  });
});

describe("deleting a thread", () => {
  test("is for its author while nobody has answered, and for staff", async () => {
    const lone = await begin(ann.browser);
    expect((await deleteThread(bob, lone.id)).status).toBe(403);
    expect((await deleteThread(ann, lone.id)).status).toBe(200);
    expect((await deleteThread(ann, lone.id)).status).toBe(404);
    expect(await notesOf("thread", lone.id)).toEqual([]);
    const answered = await begin(ann.browser);
    await reply(bob.browser, answered.id);
    expect((await deleteThread(ann, answered.id)).status).toBe(403);
    for (const { status } of await twice(() => deleteThread(moderator, answered.id)))
      expect(status).toBe(200);
    expect((await notesOf("thread", answered.id)).map(({ action }) => action)).toEqual(["thread.delete"]);
    expect((await toldOf(ann))[0]).toBe(
      `moderation: Your thread ${answered.title} was removed by our staff. → /forums/2`,
    );
  });

  test("takes it out of lists and counts, and restoring puts it back", async () => {
    const counts = async () => {
      const { body } = await visitor.call(forumIndexRoute);
      const { threads_count, replies_count } =
        (body.data as { threads_count: number; replies_count: number }[])[2] ?? {};
      return [threads_count, replies_count];
    };
    const made = await begin(ann.browser, { subforum: 3 });
    await reply(bob.browser, made.id);
    const before = await counts();
    await deleteThread(moderator, made.id);
    expect(await counts()).toEqual(before.map((n) => (n ?? 0) - 1));
    expect((await threadsOf(moderator.browser, 3)).data.map(({ id }) => id)).not.toContain(made.id);
    const restore = () => moderator.browser.call(restoreThreadRoute, { params: { id: made.id } });
    for (const { status } of await twice(restore)) expect(status).toBe(200);
    expect(await counts()).toEqual(before);
    expect((await openThread(visitor, made.id)).status).toBe(200);
    expect((await notesOf("thread", made.id)).map(({ action }) => action)).toEqual([
      "thread.delete",
      "thread.restore",
    ]);
  });

  test("and an answer at the same time: one of the two is done", async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await begin(ann.browser);
      const [deleted, answered] = await Promise.all([deleteThread(ann, id), answerTo(bob.browser, id)]);
      expect([
        [200, 404],
        [200, 409],
        [403, 201],
        [409, 201],
      ]).toContainEqual([deleted.status, answered.status]);
      expect((await openThread(visitor, id)).status).toBe(deleted.status === 200 ? 404 : 200);
    }
  });
});

describe("what staff do with a thread", () => {
  test("pinning, locking and moving are done, noted and told once, however often they are pressed", async () => {
    const { id, title } = await begin(ann.browser);
    const at = { params: { id } };
    const acts = [
      [() => moderator.browser.call(pinThreadRoute, { ...at, input: { pinned: true } }), { pinned: true }],
      [() => moderator.browser.call(lockThreadRoute, { ...at, input: { locked: true } }), { locked: true }],
      [
        () => moderator.browser.call(moveThreadRoute, { ...at, input: { subforum_id: 1 } }),
        { subforum_id: 1 },
      ],
    ] as const;
    for (const [press, shown] of acts) {
      for (const { status, body } of await twice(press)) expect([status, body]).toMatchObject([200, shown]);
      expect((await threadPage(visitor, id)).thread).toMatchObject(shown);
    }
    expect(await notesOf("thread", id)).toEqual([
      {
        action: "thread.pin",
        subject: "moderator",
        before: { title, pinned: false },
        after: { title, pinned: true },
      },
      {
        action: "thread.lock",
        subject: "moderator",
        before: { title, locked: false },
        after: { title, locked: true },
      },
      {
        ...{ action: "thread.move", subject: "moderator" },
        ...{ before: { title, subforum: "Off Topic" }, after: { title, subforum: "Bopolis Central" } },
      },
    ]);
    expect((await toldOf(ann)).filter((line) => line.includes(`Your thread ${title} `))).toEqual([
      `moderation: Your thread ${title} was moved to Bopolis Central by our staff. → /forums/thread/${id}`,
    ]);
    const rows = await db.all(
      statement<{ n: number }>(
        sql`select count(*) as n from audit_log where subject_type = 'thread' and subject_id = ${String(id)}`,
      ),
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  test("takes its counts along when it is moved", async () => {
    const counts = async () => {
      const { body } = await visitor.call(forumIndexRoute);
      return (body.data as { threads_count: number; replies_count: number }[]).map((one) => [
        one.threads_count,
        one.replies_count,
      ]);
    };
    const { id } = await begin(ann.browser, { subforum: 2 });
    await reply(bob.browser, id);
    const [, from, to] = await counts();
    await moderator.browser.call(moveThreadRoute, { params: { id }, input: { subforum_id: 3 } });
    const [, left, right] = await counts();
    expect(left).toEqual(from?.map((n) => n - 1));
    expect(right).toEqual(to?.map((n) => n + 1));
  });

  test.each([0, 4, "x", null])("is not moved to subforum %j", async (subforum_id) => {
    const { id } = await begin(ann.browser);
    const answer = await moderator.browser.call(moveThreadRoute, { params: { id }, input: { subforum_id } });
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ["subforum_id"]]);
  });
});
