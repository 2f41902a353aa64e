import { sql } from "drizzle-orm";
import {
  createReplyRoute,
  createThreadRoute,
  deleteReplyRoute,
  deleteThreadRoute,
  editReplyRoute,
  editThreadRoute,
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
  replyHistoryRoute,
  replyRoute,
  restoreReplyRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { type Browser, countRows, runSql, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import {
  forumAuditEntries,
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
  twice,
} from "#tests/support/threads.ts";

const [ann, bob, moderator, visitor] = await forumPeople();
const deleteThread = (browser: TestUser, id: number) => browser.call(deleteThreadRoute, { id });

const notesOf = (type: "thread" | "reply", id: number) => forumAuditEntries(type, id, moderator);

/** The numbers of threads and replies of each subforum. */
const counts = async () =>
  (await subforums(visitor)).map(({ threads_count, replies_count }) => [threads_count, replies_count]);

test("deleting a thread is for its author while there are no replies, and for staff", async () => {
  const lone = await startThread(ann);
  expect((await deleteThread(ann, lone.id)).status).toBe(200);
  expect((await deleteThread(ann, lone.id)).status).toBe(404);
  expect(await notesOf("thread", lone.id)).toEqual([]);
  const replied = await startThread(ann);
  await postReply(bob, replied.id);
  expect((await deleteThread(ann, replied.id)).status).toBe(403);
  for (const { status } of await twice(() => deleteThread(moderator, replied.id))) expect(status).toBe(200);
  expect((await notesOf("thread", replied.id)).map(({ action }) => action)).toEqual(["thread.delete"]);
  expect((await notificationsOf(ann))[0]).toBe(
    `moderation: Your thread ${replied.title} was removed by our staff. → /forums/2`,
  );
});

test("deleting a thread removes it from lists and counts; restoring puts it back", async () => {
  const made = await startThread(ann, { subforum: 3 });
  await postReply(bob, made.id);
  const [, , before] = await counts();
  await deleteThread(moderator, made.id);
  expect((await counts())[2]).toEqual(before?.map((n) => n - 1));
  expect((await threadsOf(moderator, 3)).data.map(({ id }) => id)).not.toContain(made.id);
  const restore = () => moderator.call(restoreThreadRoute, { id: made.id });
  for (const { status } of await twice(restore)) expect(status).toBe(200);
  expect((await counts())[2]).toEqual(before);
  expect((await openThread(visitor, made.id)).status).toBe(200);
  expect((await notesOf("thread", made.id)).map(({ action }) => action)).toEqual([
    "thread.delete",
    "thread.restore",
  ]);
});

test("deleting a thread and replying to it at the same time don't both succeed", async () => {
  for (let i = 0; i < 5; i++) {
    const { id } = await startThread(ann);
    const [deleted, replied] = await Promise.all([deleteThread(ann, id), tryPostReply(bob, id)]);
    expect([
      [200, 404],
      [200, 409],
      [403, 201],
      [409, 201],
    ]).toContainEqual([deleted.status, replied.status]);
    expect((await openThread(visitor, id)).status).toBe(deleted.status === 200 ? 404 : 200);
  }
});

test("moderating a thread pins, locks and moves it, logs and notifies once, however often it is requested", async () => {
  const { id, title } = await startThread(ann);
  const at = { id };
  const actions = [
    [() => moderator.call(pinThreadRoute, { ...at, pinned: true }), { pinned: true }],
    [() => moderator.call(lockThreadRoute, { ...at, locked: true }), { locked: true }],
    [() => moderator.call(moveThreadRoute, { ...at, subforum_id: 1 }), { subforum_id: 1 }],
  ] as const;
  for (const [press, shown] of actions) {
    for (const { status, body } of await twice(press)) expect([status, body]).toMatchObject([200, shown]);
    expect((await threadPage(visitor, id)).thread).toMatchObject(shown);
  }
  const entry = (action: string, before: object, after: object) => ({
    ...{ action, subject: "moderator", before: { title, ...before }, after: { title, ...after } },
  });
  expect(await notesOf("thread", id)).toEqual([
    entry("thread.pin", { pinned: false }, { pinned: true }),
    entry("thread.lock", { locked: false }, { locked: true }),
    entry("thread.move", { subforum: "Off Topic" }, { subforum: "Bopolis Central" }),
  ]);
  expect((await notificationsOf(ann)).filter((line) => line.includes(`Your thread ${title} `))).toEqual([
    `moderation: Your thread ${title} was moved to Bopolis Central by our staff. → /forums/thread/${id}`,
  ]);
});

test("moderating a thread moves its counts along with it", async () => {
  const { id } = await startThread(ann, { subforum: 2 });
  await postReply(bob, id);
  const [, from, to] = await counts();
  await moderator.call(moveThreadRoute, { id, subforum_id: 3 });
  const [, left, right] = await counts();
  expect(left).toEqual(from?.map((n) => n - 1));
  expect(right).toEqual(to?.map((n) => n + 1));
});

const editReply = (browser: TestUser, id: number, body: string) => browser.call(editReplyRoute, { id, body });

const deleteReply = (browser: TestUser, id: number) => browser.call(deleteReplyRoute, { id });

const restoreReply = (browser: TestUser, id: number) => browser.call(restoreReplyRoute, { id });

const history = async (browser: Browser, id: number) => {
  const { status, body } = await browser.call(replyHistoryRoute, { id });
  return {
    status,
    data: (body.data ?? []) as { body: string; title: string | null; user: { id: number } }[],
  };
};

describe("editing in the forums", () => {
  test("keeps earlier texts of a reply, with who replaced them", async () => {
    const { id } = await startThread(ann);
    const made = await postReply(bob, id, "First words");
    const response = await editReply(bob, made.id, "  Second words ");
    expect(response.body.reply).toMatchObject({
      body: "Second words",
      edits_count: 1,
      edited_at: expect.any(String),
    });
    expectCost(response, { roundTrips: 2, written: 25 });
    await editReply(bob, made.id, "Third words");
    const { data } = await history(visitor, made.id);
    expect(data.map(({ body, title, user }) => [body, title, user.id])).toEqual([
      ["Second words", null, bob.id],
      ["First words", null, bob.id],
    ]);
    expect((await threadPage(visitor, id)).data[0]).toMatchObject({ body: "Third words", edits_count: 2 });
  });

  test("without a change stores nothing, and the same edit twice at once counts once", async () => {
    const made = await postReply(bob, (await startThread(ann)).id, "Words");
    expect(await editReply(bob, made.id, "Words\n")).toMatchObject({ status: 200, cost: { written: 0 } });
    for (const { status } of await twice(() => editReply(bob, made.id, "Others"))) expect(status).toBe(200);
    expect((await history(visitor, made.id)).data.map(({ body }) => body)).toEqual(["Words"]);
    const { body } = await visitor.call(replyRoute, { id: made.id });
    expect(body.reply).toMatchObject({ body: "Others", edits_count: 1 });
  });

  test("changes a thread's title, its text, or both", async () => {
    const made = await startThread(ann, { title: "Old", body: "Old text" });
    const edit = (title: string, body: string) => ann.call(editThreadRoute, { id: made.id, title, body });
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
    expect((await edit("", "Text")).body.errors).toHaveProperty("title");
  });

  test("notifies newly mentioned members, each once", async () => {
    const [author, named, other] = [await forumUser(), await forumUser(), await forumUser()];
    const { id, title } = await startThread(author);
    const made = await postReply(author, id, `Hello @${named.username}`);
    const place = `mention: ${title} → /forums/thread/${id}?reply=${made.id}#reply-${made.id}`;
    expect(await notificationsOf(named)).toEqual([place]);
    await runSql`delete from notices`;
    const counted = async (member: TestUser) =>
      ((await member.fetch("/api/notifications")).body.data as { count: number }[])[0]?.count;
    await editReply(author, made.id, `Hello @${named.username} and @${other.username}`);
    await editReply(author, made.id, "Hello there");
    await editReply(author, made.id, `Hello @${named.username} and @${other.username}!`);
    expect([await counted(named), await counted(other)]).toEqual([1, 1]);
    expect(await notificationsOf(other)).toEqual([place]);
  });

  test("by staff is logged with both texts, and the author is notified", async () => {
    const { id, title } = await startThread(ann, { title: `Rude ${unique()}`, body: "Rude words" });
    const made = await postReply(bob, id, "Ruder words");
    await twice(() => editReply(moderator, made.id, "Kind words"));
    expect(await notesOf("reply", made.id)).toEqual([
      {
        action: "reply.edit",
        subject: "moderator",
        before: { body: "Ruder words" },
        after: { body: "Kind words" },
      },
    ]);
    expect((await notificationsOf(bob))[0]).toContain(
      `moderation: Our staff changed your reply in ${title}.`,
    );
    const input = { title: "Kind", body: "Kind words" };
    await moderator.call(editThreadRoute, { id, ...input });
    expect(await notesOf("thread", id)).toEqual([
      { action: "thread.edit", subject: "moderator", before: { title, body: "Rude words" }, after: input },
    ]);
    const own = await postReply(moderator, id, "Mine");
    await editReply(moderator, own.id, "Still mine");
    expect(await notesOf("reply", own.id)).toEqual([]);
  });

  test("is rejected if the text would be held, while a new post with it is held", async () => {
    await runSql`insert into words (word, action, user_id, created_at)
      values ('zzhold', 'hold', ${moderator.id}, 1)`;
    const { id } = await startThread(ann);
    const edited = await editReply(ann, (await postReply(ann, id, "Fine words")).id, "Now zzhold words");
    expect([edited.status, Object.keys(edited.body.errors as object)]).toEqual([422, ["body"]]);
    const before = [await countRows("threads"), await countRows("replies")];
    const heldReply = await ann.call(createReplyRoute, { id, body: "zzhold" });
    const heldThread = await ann.call(createThreadRoute, { subforum: 2, title: "zzhold", body: "Text" });
    expect(heldReply.body).toMatchObject({ reply: null, held: { message: expect.any(String) } });
    expect(heldThread.body).toMatchObject({ thread: null, held: { id: expect.any(Number) } });
    expect([await countRows("threads"), await countRows("replies")]).toEqual(before);
    expect(await countRows("held_posts", sql`user_id = ${ann.id} and state = 'waiting'`)).toBe(2);
  });
});

describe("a deleted reply", () => {
  test("keeps its position, and its text is visible to staff only", async () => {
    const { id } = await startThread(ann);
    const made = await postReply(bob, id, "Regretted @words");
    const last = await postReply(ann, id, "Last words");
    await editReply(bob, made.id, "Regretted words");
    for (const { status } of await twice(() => deleteReply(bob, made.id))) expect(status).toBe(200);
    for (const browser of [visitor, ann, bob]) {
      const page = await threadPage(browser, id);
      const hidden = { position: 1, deleted: true, body: "", body_html: "", edits_count: 0 };
      expect(page.data[0]).toMatchObject(hidden);
      expect(page.data[1]).toMatchObject({ id: last.id, position: 2 });
      expect(page.thread.replies_count).toBe(2);
      expect((await history(browser, made.id)).status).toBe(404);
      const one = await browser.call(replyRoute, { id: made.id });
      expect(JSON.stringify([page, one.body])).not.toContain("Regretted");
    }
    const shown = { deleted: true, body: "Regretted words" };
    expect((await threadPage(moderator, id)).data[0]).toMatchObject(shown);
    expect((await history(moderator, made.id)).data).toHaveLength(1);
    expect((await editReply(bob, made.id, "Other")).status).toBe(403);
    expect(await notesOf("reply", made.id)).toEqual([]);
  });

  test("can be restored by its author, or only by staff if staff deleted it", async () => {
    const { id, title } = await startThread(ann);
    const made = await postReply(bob, id, "Back and forth");
    await deleteReply(bob, made.id);
    expect((await restoreReply(ann, made.id)).status).toBe(403);
    for (const { status, body } of await twice(() => restoreReply(bob, made.id)))
      expect([status, body.reply]).toMatchObject([200, { body: "Back and forth", deleted: false }]);
    for (const { status } of await twice(() => deleteReply(moderator, made.id))) expect(status).toBe(200);
    expect((await restoreReply(bob, made.id)).status).toBe(403);
    expect((await threadPage(bob, id)).data[0]).toMatchObject({ can_restore: false, can_delete: false });
    expect((await restoreReply(moderator, made.id)).status).toBe(200);
    expect((await notesOf("reply", made.id)).map(({ action }) => action)).toEqual([
      "reply.delete",
      "reply.restore",
    ]);
    expect((await notificationsOf(bob))[0]).toContain(`Your reply in ${title} is back.`);
  });

  test("is no longer the last reply of its thread, and the numbering continues", async () => {
    const { id } = await startThread(ann);
    const first = await postReply(ann, id);
    const second = await postReply(bob, id);
    await deleteReply(bob, second.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toMatchObject({
      user: { id: ann.id },
      url: first.url,
    });
    await deleteReply(ann, first.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toBeNull();
    expect((await postReply(bob, id)).position).toBe(3);
    await restoreReply(bob, second.id);
    expect((await threadPage(visitor, id)).thread.last_reply).toMatchObject({ user: { id: bob.id } });
  });

  test("in a locked thread is up to staff, and the opening post can't be deleted on its own", async () => {
    const made = await startThread(ann);
    const one = await postReply(ann, made.id);
    await moderator.call(lockThreadRoute, { id: made.id, locked: true });
    expect((await deleteReply(ann, one.id)).body.code).toBe("thread_locked");
    expect((await editReply(ann, one.id, "New")).body.code).toBe("thread_locked");
    expect((await deleteReply(moderator, one.id)).status).toBe(200);
    for (const member of [ann, moderator])
      expect((await deleteReply(member, made.opening?.id ?? 0)).status).toBe(403);
    expect((await threadPage(visitor, made.id)).thread.opening?.deleted).toBe(false);
  });
});
