import { sql } from "drizzle-orm";
import { createCommentRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { readNotificationsRoute } from "#domain/notifications/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { evict } from "#tests/support/evict.ts";
import { noticeOf, notificationsPage, notify } from "#tests/support/notices.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { hubStub } from "#worker/live/stubs.ts";
import { deliverNotices, queueNotices } from "#worker/notifications/queue.ts";
import { runSchedule } from "#worker/schedule.ts";

const comment = (from: TestUser, type: CommentTarget, id: number, body = "Hello") =>
  from.call(createCommentRoute, { type, id, body });

/** Queues a notice without delivering it. */
const queue = (user: { id: number }, notice: Partial<Notice> = {}) =>
  db.batch({ notices: queueNotices([{ user_id: user.id, notice: noticeOf(notice) }], Date.now()) });

const waiting = (user: { id: number }) => countRows("notices", sql`user_id = ${user.id}`);

/** The site with the hubs of these users unreachable. */
function without(...lost: { id: number }[]): typeof testEnv {
  const names = lost.map(({ id }) => String(id));
  const hubs = {
    getByName(name: string) {
      if (names.includes(name)) throw new Error("the hub is out of reach");
      return testEnv.USER_HUB.getByName(name);
    },
  };
  return { ...testEnv, USER_HUB: hubs as typeof testEnv.USER_HUB };
}

test("notices that can't be delivered wait without blocking others and are delivered later in order", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  // More than one batch, all for the unreachable user.
  for (let i = 0; i < 130; i++) await queue(ann, { title: `Notice ${i}` });
  await queue(bob);
  await deliverNotices(without(ann));
  expect(expectWorkerErrors().join()).toContain("notices not delivered");
  expect([await waiting(ann), await waiting(bob)]).toEqual([130, 0]);
  expect((await notificationsPage(bob)).unread_count).toBe(1);
  await runSchedule(testEnv);
  expect(await waiting(ann)).toBe(0);
  const titles = (
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => notificationsPage(ann, page)))
  ).flatMap(({ data }) => data.map(({ title }) => title));
  expect(titles).toEqual(Array.from({ length: 130 }, (_, i) => `Notice ${129 - i}`));
});

test("a broken notice doesn't block the user's others and is retried later", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const broken = await runSql<{ id: number }>`insert into notices (user_id, notice, created_at)
      values (${ann.id}, '{"title":', 1), (${ann.id}, 'null', 1), (${ann.id}, '{"type":"comment"}', 1)
        returning id`;
  await queue(ann, { title: "Fine" });
  await queue(bob);
  await deliverNotices(testEnv);
  expect(expectWorkerErrors()).toHaveLength(3);
  expect((await notificationsPage(ann)).data.map(({ title }) => title)).toEqual(["Fine"]);
  expect((await notificationsPage(bob)).unread_count).toBe(1);
  expect(await waiting(ann)).toBe(3);
  // It is retried after an hour, not with the next delivery; by then the last one is repaired.
  await deliverNotices(testEnv);
  const repaired = JSON.stringify(noticeOf({ title: "Repaired" }));
  await runSql`update notices set notice = ${repaired}, retry_at = retry_at - 3600000
      where id = ${broken.at(-1)?.id ?? 0}`;
  await deliverNotices(testEnv);
  expect((await notificationsPage(ann)).data.map(({ title }) => title)).toEqual(["Repaired", "Fine"]);
  expect(await waiting(ann)).toBe(2);
  await runSql`delete from notices where user_id = ${ann.id}`;
});

test("a crash before delivery loses nothing, and concurrent deliveries duplicate nothing", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id);
  bob.variant = { ...bob.variant, FAULTS: "deliveries=1" };
  expect((await comment(bob, "level", level)).status).toBe(201);
  expectWorkerErrors();
  expect(await waiting(ann)).toBeGreaterThan(0);
  await Promise.all([1, 2, 3, 4].map(() => deliverNotices(testEnv)));
  expect(await waiting(ann)).toBe(0);
  const data = (await notificationsPage(ann)).data.filter(({ type }) => type === "comment");
  expect(data).toMatchObject([{ count: 1, actors: [{ id: bob.id }] }]);
});

test("a notice delivered twice counts once, however late, even after an eviction", async () => {
  const ann = await signedInUser();
  const group = `comment:level:${unique()}`;
  const ids = [await notify(ann, { group }), await notify(ann, { group })];
  // A page that connects a moment later receives both again.
  const socket = await connectSocket(ann);
  await socket.all("Notified", 2);
  await evict(hubStub(testEnv, ann.id));
  for (const id of ids) await notify(ann, { group }, null, id);
  await ann.call(readNotificationsRoute);
  for (const id of ids) await notify(ann, { group }, null, id);
  expect((await notificationsPage(ann)).data.map(({ count, read }) => [count, read])).toEqual([[2, true]]);
  await socket.one("NotificationsRead");
  expect(await socket.all("Notified")).toHaveLength(2);
  socket.close();
});

test("notices slightly out of order are all delivered", async () => {
  const ann = await signedInUser();
  for (const id of [1005, 1001, 1003, 1002, 1004]) await notify(ann, {}, null, id);
  expect((await notificationsPage(ann)).unread_count).toBe(5);
});
