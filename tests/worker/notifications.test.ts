import { runInDurableObject } from "cloudflare:test";
import type { OutputOf } from "#domain/api/route.ts";
import { acceptBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import {
  notificationListRoute,
  notificationSettingsRoute,
  readNotificationsRoute,
  updateNotificationSettingsRoute,
} from "#domain/notifications/api.ts";
import { NOTICE_TYPES } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { Browser, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import { cardOf, noticeOf, notificationsPage, notify } from "#tests/support/notices.ts";
import { parsePage } from "#tests/support/pages.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { hubStub } from "#worker/live/stubs.ts";
import type { NoticeDelivery } from "#worker/objects/user-hub-api.ts";

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
  const first = before.data[0]?.id ?? 0;
  await ann.call(readNotificationsRoute, { ids: [first] });
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

test("the list shows members by their current names", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  await notify(ann, {}, bob);
  const username = `renamed_${bob.id}`;
  await runSql`update users set username = ${username} where id = ${bob.id}`;
  const [notification] = (await notificationsPage(ann)).data;
  expect(notification?.actors).toMatchObject([{ username, url: `/users/${username}` }]);
});

test("invalid input is rejected and changes nothing", async () => {
  const ann = await signedInUser();
  await notify(ann);
  for (const ids of [["1"], [1.5], [null], Array.from({ length: 101 }, (_, i) => i + 1)])
    expect((await ann.call(readNotificationsRoute, { ids })).status, JSON.stringify(ids)).toBe(422);
  const { body } = await ann.call(updateNotificationSettingsRoute, { comment: "perhaps" });
  expect(body.errors).toMatchObject({ comment: ["Comments must be yes or no."] });
  expect(await notificationsPage(ann)).toMatchObject({ unread_count: 1 });
});

test("the list has the buddy requests, until they are accepted", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  await bob.call(requestBuddyRoute, { username: ann.username });
  const response = await ann.call(notificationListRoute);
  expect(response.body.requests).toMatchObject({ people: [{ username: bob.username }], total: 1 });
  expectCost(response, { roundTrips: 1, read: 15, written: 0 });
  await ann.call(acceptBuddyRoute, { username: bob.username });
  expect(await notificationsPage(ann)).toMatchObject({ requests: { people: [], total: 0 } });
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
