import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { acceptBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { createCommentRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import {
  notificationListRoute,
  notificationSettingsRoute,
  readNotificationsRoute,
  updateNotificationSettingsRoute,
} from "#domain/notifications/api.ts";
import { NOTICE_TYPES, type Notice } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { Browser, countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import { parsePage } from "#tests/support/pages.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { hubStub } from "#worker/live/stubs.ts";
import { deliverNotices, queueNotices } from "#worker/notifications/queue.ts";
import type { NoticeDelivery } from "#worker/objects/user-hub-api.ts";
import { runSchedule } from "#worker/schedule.ts";

/** Returns a page of a user's notifications. */
const notificationsPage = (user: TestUser, page = 1) => user.output(notificationListRoute, { page });

/** Returns a notice about a comment, with other fields as given. */
const noticeOf = (notice: Partial<Notice> = {}): Notice => ({
  type: "comment",
  group: `comment:level:${unique()}`,
  actor: null,
  title: "Sky Maze",
  url: "/levels/1#comments",
  ...notice,
});

/** Returns how a notice shows who caused it. */
const cardOf = ({ id, username }: TestUser): NoticeDelivery["actor"] => ({
  id,
  username,
  url: `/users/${username}`,
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/h.svg", avatar_url: "/a.svg" },
});

/** Delivers a notice to a user's hub as the queue does; returns its id. */
async function notify(
  user: TestUser,
  notice: Partial<Notice> = {},
  actor: TestUser | null = null,
  id = 1e6 + unique(),
): Promise<number> {
  const full = noticeOf({ ...notice, actor: actor?.id ?? null });
  await hubStub(testEnv, user.id).deliverNotices([
    { id, notice: full, actor: actor && cardOf(actor), created_at: Date.now() },
  ]);
  return id;
}

type List = OutputOf<typeof notificationListRoute>;

const typesOf = async (user: TestUser) => (await notificationsPage(user)).data.map(({ type }) => type);

test("a member's pages come with the number of unread notifications, a visitor's don't", async () => {
  const user = await signedInUser();
  await notify(user);
  await notify(user);
  const unreadIn = async (browser: Browser) => parsePage(await browser.fetch("/users")).data.unread;
  expect(await unreadIn(user)).toEqual({ messages: 0, notifications: 2 });
  expect(await unreadIn(await Browser.visitor())).toBeNull();
});

test("unread notifications of one group are merged and moved to the top, with the newest three faces", async () => {
  const [ann, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => signedInUser()));
  if (!ann) throw new Error("no user");
  const [group, other] = [`comment:level:${unique()}`, `comment:level:${unique()}`];
  for (const actor of others) await notify(ann, { group, title: "Old" }, actor);
  await notify(ann, { group: other });
  await notify(ann, { group, title: "New" }, others[1]);
  const before = await notificationsPage(ann);
  expect(before.unread_count).toBe(2);
  expect(before.data[0]).toMatchObject({ title: "New", count: 5, actors_count: 4, read: false });
  expect(before.data[0]?.actors.map(({ id }) => id)).toEqual([others[1]?.id, others[3]?.id, others[2]?.id]);
  await ann.call(readNotificationsRoute, { ids: [before.data[0]?.id ?? 0] });
  await notify(ann, { group }, others[0]);
  const { data, unread_count } = await notificationsPage(ann);
  expect(data.map(({ count, actors_count, read }) => [count, actors_count, read])).toEqual([
    [1, 1, false],
    [5, 4, true],
    [1, 0, false],
  ]);
  expect(unread_count).toBe(2);
});

test("reading notifications on one page marks them read on all pages of that member only", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  for (let i = 0; i < 3; i++) await notify(ann);
  await notify(bob);
  const [here, there] = [await connectSocket(ann), await connectSocket(ann)];
  const ids = (await notificationsPage(ann)).data.map(({ id }) => id);
  const read = (user: TestUser, input: { ids?: number[] }) => user.call(readNotificationsRoute, input);
  const one = ids.slice(0, 1);
  expect((await read(ann, { ids: one })).body).toEqual({ unread_count: 2 });
  for (const socket of [here, there])
    expect(await socket.one("NotificationsRead")).toMatchObject({ ids: one, unread_notifications: 2 });
  // Ids that are already read or unknown send no event.
  expect((await read(ann, { ids: [...one, 999_999] })).body).toEqual({ unread_count: 2 });
  expect((await read(ann, { ids: [] })).body).toEqual({ unread_count: 2 });
  expect((await read(ann, { ids: Array(101).fill(one[0]) })).status).toBe(422);
  expect((await read(ann, {})).body).toEqual({ unread_count: 0 });
  const events = await there.all("NotificationsRead", 2);
  expect(events).toHaveLength(2);
  expect(events[1]).toEqual({ event: "NotificationsRead", unread_notifications: 0 });
  expect((await notificationsPage(ann)).data.map(({ read }) => read)).toEqual([true, true, true]);
  expect((await notificationsPage(bob)).unread_count).toBe(1);
  for (const socket of [here, there]) socket.close();
});

test("disabled types send no notification, except staff decisions", async () => {
  const ann = await signedInUser();
  const change = (input: Record<string, unknown>) => ann.call(updateNotificationSettingsRoute, input);
  const all = (await ann.call(notificationSettingsRoute)).body.settings as Record<string, boolean>;
  expect(Object.values(all)).toEqual(NOTICE_TYPES.filter(canMute).map(() => true));
  const muted = { ...all, comment: false };
  expect((await change({ comment: false, sale: "0" })).body.settings).toEqual({ ...muted, sale: false });
  expect((await change({ sale: true, moderation: false })).body.settings).toEqual(muted);
  await evict(hubStub(testEnv, ann.id));
  for (const type of ["comment", "sale", "moderation"] as const) await notify(ann, { type });
  expect(await typesOf(ann)).toEqual(["moderation", "sale"]);
  expect((await ann.call(notificationSettingsRoute)).body.settings).toEqual(muted);
  await change({ comment: true });
  await notify(ann, { type: "comment" });
  expect(await typesOf(ann)).toEqual(["comment", "moderation", "sale"]);
});

test("an inbox stores the newest 500 groups and a thousand ids, and counts correctly", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const delivery = (id: number): NoticeDelivery => ({
    id,
    notice: noticeOf({ group: `comment:level:${id}`, title: `Notice ${id}`, actor: bob.id }),
    actor: cardOf(bob),
    created_at: id,
  });
  const list = Array.from({ length: 1_200 }, (_, i) => delivery(i + 1));
  const hub = hubStub(testEnv, ann.id);
  await hub.deliverNotices(list);
  await hub.deliverNotices(list);
  const { data, meta, unread_count } = await notificationsPage(ann, 25);
  expect([meta.total, meta.last_page, unread_count]).toEqual([500, 25, 500]);
  expect(data.at(-1)?.title).toBe("Notice 701");
  const rows = await runInDurableObject(hub, (_, state) =>
    ["notifications", "notification_actors", "received_notices"].map(
      (table) => state.storage.sql.exec<{ n: number }>(`select count(*) as n from ${table}`).one().n,
    ),
  );
  expect(rows).toEqual([500, 500, 1_000]);
  await ann.call(readNotificationsRoute);
  expect(await notificationsPage(ann)).toMatchObject({ unread_count: 0, meta: { total: 500 } });
});

test("the list has pages of twenty, returns each notification once, and costs one round trip", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  for (let i = 0; i < 45; i++) await notify(ann, { title: `Notice ${i}` }, bob);
  const collected: string[] = [];
  let next: string | null = "/api/notifications";
  while (next) {
    const response = await ann.fetch(next);
    expectCost(response, { roundTrips: 1, read: 10, written: 0 });
    const { data, meta, links } = response.body as unknown as List;
    expect(meta).toMatchObject({ last_page: 3, total: 45 });
    collected.push(...data.map(({ title }) => title));
    next = links.next;
  }
  expect(collected).toEqual(Array.from({ length: 45 }, (_, i) => `Notice ${44 - i}`));
  expect((await notificationsPage(ann, 9)).data).toEqual([]);
  expect((await ann.call(notificationListRoute, { page: 501 })).status).toBe(422);
});

test("the list has the buddy requests until they are accepted, and shows members by their current names", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  await bob.call(requestBuddyRoute, { username: ann.username });
  const response = await ann.call(notificationListRoute);
  expect(response.body.requests).toMatchObject({ people: [{ username: bob.username }], total: 1 });
  expectCost(response, { roundTrips: 1, read: 15, written: 0 });
  await ann.call(acceptBuddyRoute, { username: bob.username });
  expect(await notificationsPage(ann)).toMatchObject({ requests: { people: [], total: 0 } });
  await notify(ann, {}, bob);
  const username = `renamed_${bob.id}`;
  await runSql`update users set username = ${username} where id = ${bob.id}`;
  const [notification] = (await notificationsPage(ann)).data;
  expect(notification?.actors).toMatchObject([{ username, url: `/users/${username}` }]);
});

test("reading and settings cost one round trip and write nothing to D1", async () => {
  const ann = await signedInUser();
  await notify(ann);
  const calls = [
    ann.call(readNotificationsRoute),
    ann.call(notificationSettingsRoute),
    ann.call(updateNotificationSettingsRoute, { sale: false }),
  ];
  for (const response of await Promise.all(calls)) {
    expect(response.status).toBe(200);
    expectCost(response, { roundTrips: 1, read: 5, written: 0 });
  }
});

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

/** Waits until a user has more notifications than that. */
const moreThan = (user: TestUser, count: number) =>
  until(async () => (await notificationsPage(user)).data.length > count);
test("a comment on a member's level, item or profile notifies every page of theirs at once", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const [level, item] = [await addLevel(ann.id, { title: "Sky Maze" }), await addItem(ann.id)];
  const sockets = [await connectSocket(ann), await connectSocket(ann)];
  await comment(bob, "level", level);
  await comment(bob, "item", item);
  await comment(bob, "user", ann.id);
  for (const socket of sockets) {
    const events = await socket.all("Notified", 3);
    expect(events.map(({ unread_notifications }) => unread_notifications)).toEqual([1, 2, 3]);
    expect(events[0]?.notification).toMatchObject({
      type: "comment",
      actors: [{ id: bob.id, username: bob.username, bopi: { headshot_url: expect.any(String) } }],
      actors_count: 1,
      count: 1,
      title: "Sky Maze",
      url: `/levels/${level}#comments`,
      read: false,
    });
    socket.close();
  }
  const { data, unread_count, meta } = await notificationsPage(ann);
  expect(data.map(({ title, url }) => [title, url])).toEqual([
    ["your profile", `/users/${ann.username}#comments`],
    [expect.stringMatching(/^Hat /), `/items/${item}#comments`],
    ["Sky Maze", `/levels/${level}#comments`],
  ]);
  expect({ unread_count, total: meta.total }).toEqual({ unread_count: 3, total: 3 });
  const late = await connectSocket(ann);
  expect(await late.one("Hello")).toMatchObject({ unread_notifications: 3 });
  late.close();
  expect(await waiting(ann)).toBe(0);
});

test("a mention in a comment notifies the member, and the owner gets nothing else about it", async () => {
  const [ann, bob, cleo] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id, { title: "Sky Maze" });
  const socket = await connectSocket(cleo);
  const at = `@${cleo.username.toUpperCase()}`;
  const text = `${at}, look: @${ann.username}. ${at}! @${bob.username} @nobody_at_all_`;
  await comment(bob, "level", level, text);
  const { notification } = await socket.one("Notified");
  const place = { title: "Sky Maze", url: `/levels/${level}#comments` };
  expect(notification).toMatchObject({ type: "mention", ...place, actors: [{ id: bob.id }], count: 1 });
  socket.close();
  expect(await typesOf(ann)).toEqual(["mention"]);
  expect(await typesOf(bob)).toEqual([]);
  await comment(bob, "user", ann.id, `Ask @${cleo.username}`);
  await moreThan(cleo, 1);
  expect((await notificationsPage(cleo)).data[0]).toMatchObject({ title: `${ann.username}'s profile` });
});

test("a comment by the creator of a private level notifies only mentioned people who can see it", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const staff = await signedInUser({ role: "moderator" });
  const secret = await addLevel(ann.id, { visibility: "private" });
  await comment(ann, "level", secret, `@${staff.username} @${bob.username}`);
  await moreThan(staff, 0);
  expect(await typesOf(ann)).not.toContain("comment");
  expect(await typesOf(bob)).toEqual([]);
});

test("a comment notifies at most five mentioned members, and none for an email address", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signedInUser()));
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id);
  await comment(bob, "level", level, `mail me@${people[5]?.username}`);
  const names = people.map(({ username }) => `@${username}`).join(" ");
  expectCost(await comment(bob, "level", level, names), { roundTrips: 2, written: 25, read: 100 });
  await moreThan(people[4] as TestUser, 0);
  const types = await Promise.all(people.map(typesOf));
  expect(types.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0]);
});

test("the removal of a comment by staff notifies its author once, without a name", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const staff = await signedInUser({ role: "moderator" });
  const level = await addLevel(ann.id, { title: "Sky Maze" });
  const write = async (by: TestUser, id = level) =>
    ((await comment(by, "level", id)).body.comment as { id: number }).id;
  const remove = (by: TestUser, id: number) => by.call(deleteCommentRoute, { id });
  const id = await write(bob);
  await Promise.all([remove(staff, id), remove(staff, id)]);
  await moreThan(bob, 0);
  // A removal by the owner, the author, or staff on their own page sends nothing.
  await remove(ann, await write(bob));
  await remove(bob, await write(bob));
  await remove(staff, await write(bob, await addLevel(staff.id)));
  await remove(staff, await write(staff));
  await runSchedule(testEnv);
  // So many comments also earn achievements.
  const data = (await notificationsPage(bob)).data.filter(({ type }) => type !== "achievement");
  const title = "Your comment on Sky Maze was removed by our staff.";
  const place = { title, url: `/levels/${level}#comments` };
  expect(data).toMatchObject([{ type: "moderation", ...place, actors: [], count: 1 }]);
});

test("a new outfit notifies once, when it is rendered; unread ones are merged, and a re-rendered one adds none", async () => {
  const user = await signedInUser();
  await user.call(updateAvatarRoute, { head_color: "ABCDEF" });
  await user.call(createOutfitRoute, { name: "Pirate" });
  await runRenderJobs(user.jobs);
  await runRenderJobs(user.jobs);
  const { data } = await notificationsPage(user);
  expect(data).toMatchObject([{ type: "outfit", title: "Pirate", actors: [], count: 1 }]);
  expect((await user.fetch(data[0]?.picture ?? "")).status).toBe(200);
  for (const name of ["Chef", "Clown"]) await user.call(createOutfitRoute, { name });
  await runRenderJobs(user.jobs);
  const expected = { data: [{ type: "outfit", title: "Clown", count: 3 }], unread_count: 1 };
  expect(await notificationsPage(user)).toMatchObject(expected);
  await runSql`update outfits set thumbnail = null, redrawn = 1 where user_id = ${user.id}`;
  await runRenderJobs(user.jobs);
  expect(await countRows("outfits", sql`user_id = ${user.id} and thumbnail is not null`)).toBe(3);
  expect(await notificationsPage(user)).toMatchObject(expected);
});

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
