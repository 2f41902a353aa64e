import {
  deleteThreadRoute,
  forumIndexRoute,
  lockThreadRoute,
  moveThreadRoute,
  pinThreadRoute,
  restoreThreadRoute,
} from "#domain/forums/api.ts";
import { runSql } from "#tests/support/browser.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import {
  forumAuditEntries,
  forumPeople,
  notificationsOf,
  openThread,
  postReply,
  startThread,
  threadPage,
  threadsOf,
  tryPostReply,
  twice,
} from "#tests/support/threads.ts";

const [ann, bob, moderator, visitor] = await forumPeople();
const deleteThread = (browser: TestUser, id: number) => browser.call(deleteThreadRoute, { id });

const notesOf = (type: "thread" | "reply", id: number) => forumAuditEntries(type, id, moderator);

describe("deleting a thread", () => {
  test("is for its author while there are no replies, and for staff", async () => {
    const lone = await startThread(ann);
    expect((await deleteThread(bob, lone.id)).status).toBe(403);
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

  test("removes it from lists and counts; restoring puts it back", async () => {
    const counts = async () => {
      const { body } = await visitor.call(forumIndexRoute);
      const { threads_count, replies_count } =
        (body.data as { threads_count: number; replies_count: number }[])[2] ?? {};
      return [threads_count, replies_count];
    };
    const made = await startThread(ann, { subforum: 3 });
    await postReply(bob, made.id);
    const before = await counts();
    await deleteThread(moderator, made.id);
    expect(await counts()).toEqual(before.map((n) => (n ?? 0) - 1));
    expect((await threadsOf(moderator, 3)).data.map(({ id }) => id)).not.toContain(made.id);
    const restore = () => moderator.call(restoreThreadRoute, { id: made.id });
    for (const { status } of await twice(restore)) expect(status).toBe(200);
    expect(await counts()).toEqual(before);
    expect((await openThread(visitor, made.id)).status).toBe(200);
    expect((await notesOf("thread", made.id)).map(({ action }) => action)).toEqual([
      "thread.delete",
      "thread.restore",
    ]);
  });

  test("and replying to it at the same time don't both succeed", async () => {
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
});

describe("moderating a thread", () => {
  test("pins, locks and moves it, logs and notifies once, however often it is requested", async () => {
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
        action: "thread.move",
        subject: "moderator",
        before: { title, subforum: "Off Topic" },
        after: { title, subforum: "Bopolis Central" },
      },
    ]);
    expect((await notificationsOf(ann)).filter((line) => line.includes(`Your thread ${title} `))).toEqual([
      `moderation: Your thread ${title} was moved to Bopolis Central by our staff. → /forums/thread/${id}`,
    ]);
    const rows = await runSql<{ n: number }>`select count(*) as n from audit_log where subject_type = 'thread'
      and subject_id = ${String(id)}`;
    expect(rows).toEqual([{ n: 3 }]);
  });

  test("moves its counts along with it", async () => {
    const counts = async () => {
      return (
        (await visitor.call(forumIndexRoute)).body.data as { threads_count: number; replies_count: number }[]
      ).map((one) => [one.threads_count, one.replies_count]);
    };
    const { id } = await startThread(ann, { subforum: 2 });
    await postReply(bob, id);
    const [, from, to] = await counts();
    await moderator.call(moveThreadRoute, { id, subforum_id: 3 });
    const [, left, right] = await counts();
    expect(left).toEqual(from?.map((n) => n - 1));
    expect(right).toEqual(to?.map((n) => n + 1));
  });

  test.each([0, 4, "x", null])("rejects a move to subforum %j", async (subforum_id) => {
    const { id } = await startThread(ann);
    const response = await moderator.call(moveThreadRoute, { id, subforum_id });
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, ["subforum_id"]]);
  });
});
