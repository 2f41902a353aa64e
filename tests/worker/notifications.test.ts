import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { createCommentRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import {
  notificationListRoute,
  notificationSettingsRoute,
  readNotificationsRoute,
  updateNotificationSettingsRoute,
} from "#domain/notifications/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { Browser, countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { runJobs } from "#tests/support/renders.ts";
import { listen } from "#tests/support/socket.ts";
import { expectComplaints } from "#tests/support/worker-setup.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { hubOf } from "#worker/live/stubs.ts";
import { deliverNotices, type NoticeDelivery, queueNotices } from "#worker/notifications/queue.ts";
import { runSchedule } from "#worker/schedule.ts";

type List = OutputOf<typeof notificationListRoute>;

async function listOf(who: Person, page = 1): Promise<List> {
  const { status, body } = await who.browser.call(notificationListRoute, { input: { page } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as List;
}

const typesOf = async (who: Person) => (await listOf(who)).data.map(({ type }) => type);

const comment = (from: Person, type: CommentTarget, id: number, body = "Hello") =>
  from.browser.call(createCommentRoute, { input: { type, id, body } });

const block = (from: Person, to: Person) =>
  db.all(
    statement(sql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`),
  );

const noticeOf = (notice: Partial<Notice> = {}): Notice => ({
  type: "comment",
  group: `comment:level:${unique()}`,
  actor: null,
  title: "Sky Maze",
  url: "/levels/1#comments",
  ...notice,
});

const cardOf = ({ id, username }: Person): NoticeDelivery["actor"] => ({
  id,
  username,
  url: `/users/${username}`,
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/h.svg", avatar_url: "/a.svg" },
});

/** Hands a notice to somebody's hub as the queue does; answers its id. */
async function notify(
  who: Person,
  notice: Partial<Notice> = {},
  actor: Person | null = null,
  id = 1e6 + unique(),
) {
  const full = noticeOf({ ...notice, actor: actor?.id ?? null });
  await hubOf(testEnv, who.id).notify([
    { id, notice: full, actor: actor && cardOf(actor), created_at: Date.now() },
  ]);
  return id;
}

/** Puts a notice in the queue and leaves it there. */
const queue = (who: { id: number }, notice: Partial<Notice> = {}) =>
  db.batch(queueNotices([{ user_id: who.id, notice: noticeOf(notice) }], Date.now()));

const waiting = (who: { id: number }) => countRows("notices", sql`user_id = ${who.id}`);

/** The site with some people's hubs out of reach. */
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

test("a comment on one's level, item or profile is told at once on every page, with who wrote it and where", async () => {
  const [ann, bob] = [await person(), await person()];
  const level = await addLevel(ann.id, { title: "Sky Maze" });
  const item = await addItem(ann.id);
  const sockets = [await listen(ann), await listen(ann)];
  await comment(bob, "level", level);
  await comment(bob, "item", item);
  await comment(bob, "user", ann.id);
  for (const socket of sockets) {
    const told = await socket.all("Notified", 3);
    expect(told.map(({ unread_notifications }) => unread_notifications)).toEqual([1, 2, 3]);
    expect(told[0]?.notification).toMatchObject({
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
  const { data, unread_count, meta } = await listOf(ann);
  expect(data.map(({ title, url }) => [title, url])).toEqual([
    ["your profile", `/users/${ann.username}#comments`],
    [expect.stringMatching(/^Hat /), `/items/${item}#comments`],
    ["Sky Maze", `/levels/${level}#comments`],
  ]);
  expect({ unread_count, total: meta.total }).toEqual({ unread_count: 3, total: 3 });
  const late = await listen(ann);
  expect(await late.one("Hello")).toMatchObject({ unread_notifications: 3 });
  late.close();
  expect(await waiting(ann)).toBe(0);
});

test("nobody is told of their own comments, nor of those of somebody behind a block; of staff's they are", async () => {
  const [ann, blocked, blocking] = [await person(), await person(), await person()];
  const staff = await person({ role: "moderator" });
  const level = await addLevel(ann.id);
  for (const other of [blocked, staff]) await block(ann, other);
  await block(blocking, ann);
  for (const author of [ann, blocked, blocking])
    expect((await comment(author, "level", level)).status).toBe(201);
  await comment(staff, "level", level);
  await vi.waitUntil(async () => (await listOf(ann)).data.length > 0);
  const [told] = (await listOf(ann)).data;
  expect(told).toMatchObject({ count: 1, actors: [{ id: staff.id }] });
});

test("whom a comment names is told of that; its owner then hears of nothing else", async () => {
  const [ann, bob, cleo] = [await person(), await person(), await person()];
  const level = await addLevel(ann.id, { title: "Sky Maze" });
  const socket = await listen(cleo);
  const at = `@${cleo.username.toUpperCase()}`;
  await comment(
    bob,
    "level",
    level,
    `${at}, look: @${ann.username}. ${at}! @${bob.username} @nobody_at_all_`,
  );
  const { notification } = await socket.one("Notified");
  expect(notification).toMatchObject({
    type: "mention",
    title: "Sky Maze",
    url: `/levels/${level}#comments`,
    actors: [{ id: bob.id }],
    count: 1,
  });
  socket.close();
  expect(await typesOf(ann)).toEqual(["mention"]);
  expect(await typesOf(bob)).toEqual([]);
  await comment(bob, "user", ann.id, `Ask @${cleo.username}`);
  await vi.waitUntil(async () => (await listOf(cleo)).data.length > 1);
  expect((await listOf(cleo)).data[0]).toMatchObject({ title: `${ann.username}'s profile` });
});

test("a mention reaches nobody across a block, nor anybody who can't see the place", async () => {
  const [ann, bob, cleo, dan] = [await person(), await person(), await person(), await person()];
  const staff = await person({ role: "moderator" });
  await block(bob, cleo);
  await block(dan, bob);
  const all = [cleo, dan, staff].map(({ username }) => `@${username}`).join(" ");
  await comment(bob, "level", await addLevel(ann.id), all);
  const secret = await addLevel(ann.id, { visibility: "private" });
  await comment(ann, "level", secret, `${all} @${bob.username}`);
  await vi.waitUntil(async () => (await listOf(staff)).data.length > 1);
  for (const who of [bob, cleo, dan]) expect(await typesOf(who)).toEqual([]);
});

test("five people at most are told of a comment that names more, and none of an address", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => person()));
  const [ann, bob] = [await person(), await person()];
  const level = await addLevel(ann.id);
  await comment(bob, "level", level, `mail me@${people[5]?.username}`);
  const names = people.map(({ username }) => `@${username}`).join(" ");
  expectCost(await comment(bob, "level", level, names), { rounds: 2, written: 25, read: 75 });
  const fifth = people[4] as Person;
  await vi.waitUntil(async () => (await listOf(fifth)).data.length > 0);
  const told = await Promise.all(people.map(typesOf));
  expect(told.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0]);
});

test("a comment that staff took away is told to its author, once, without a name", async () => {
  const [ann, bob] = [await person(), await person()];
  const staff = await person({ role: "moderator" });
  const level = await addLevel(ann.id, { title: "Sky Maze" });
  const write = async (by: Person, id = level) =>
    ((await comment(by, "level", id)).body.comment as { id: number }).id;
  const remove = (by: Person, id: number) => by.browser.call(deleteCommentRoute, { params: { id } });
  const id = await write(bob);
  await Promise.all([remove(staff, id), remove(staff, id)]);
  await vi.waitUntil(async () => (await listOf(bob)).data.length > 0);
  // Its owner, its author, and staff on a page of their own explain nothing.
  await remove(ann, await write(bob));
  await remove(bob, await write(bob));
  await remove(staff, await write(bob, await addLevel(staff.id)));
  await remove(staff, await write(staff));
  await runSchedule(testEnv);
  // Who writes so much earns achievements, too.
  const data = (await listOf(bob)).data.filter(({ type }) => type !== "achievement");
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    type: "moderation",
    title: "Your comment on Sky Maze was removed by our staff.",
    url: `/levels/${level}#comments`,
    actors: [],
    count: 1,
  });
});

test("a new outfit is told when it is drawn, and never again", async () => {
  const who = await person();
  await who.browser.call(updateAvatarRoute, { input: { head_color: "ABCDEF" } });
  await who.browser.call(createOutfitRoute, { input: { name: "Pirate" } });
  await runJobs(who.jobs);
  await runJobs(who.jobs);
  const { data } = await listOf(who);
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ type: "outfit", title: "Pirate", actors: [], count: 1 });
  expect((await who.browser.fetch(data[0]?.picture ?? "")).status).toBe(200);
});

test("unread notifications of several outfits are one, and an outfit that is rendered again adds none", async () => {
  const who = await person();
  await who.browser.call(updateAvatarRoute, { input: { head_color: "ABCDEF" } });
  for (const name of ["Pirate", "Chef", "Clown"])
    await who.browser.call(createOutfitRoute, { input: { name } });
  await runJobs(who.jobs);
  const expected = { data: [{ type: "outfit", title: "Clown", count: 3 }], unread_count: 1 };
  expect(await listOf(who)).toMatchObject(expected);
  await db.all(statement(sql`update outfits set thumbnail = null, redrawn = 1 where user_id = ${who.id}`));
  await runJobs(who.jobs);
  expect(await countRows("outfits", sql`user_id = ${who.id} and thumbnail is not null`)).toBe(3);
  expect(await listOf(who)).toMatchObject(expected);
});

test("what is unread of one place is one notification, on top, with its newest three faces", async () => {
  const [ann, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => person()));
  if (!ann) throw new Error("nobody is there");
  const [group, other] = [`comment:level:${unique()}`, `comment:level:${unique()}`];
  for (const actor of others) await notify(ann, { group, title: "Old" }, actor);
  await notify(ann, { group: other });
  await notify(ann, { group, title: "New" }, others[1]);
  const before = await listOf(ann);
  expect(before.unread_count).toBe(2);
  expect(before.data[0]).toMatchObject({ title: "New", count: 5, actors_count: 4, read: false });
  expect(before.data[0]?.actors.map(({ id }) => id)).toEqual([others[1]?.id, others[3]?.id, others[2]?.id]);
  const first = before.data[0]?.id ?? 0;
  await ann.browser.call(readNotificationsRoute, { input: { ids: [first] } });
  await notify(ann, { group }, others[0]);
  const { data, unread_count } = await listOf(ann);
  expect(data.map(({ count, actors_count, read }) => [count, actors_count, read])).toEqual([
    [1, 1, false],
    [5, 4, true],
    [1, 0, false],
  ]);
  expect(unread_count).toBe(2);
});

test("what is read on one page is read on all of them, and of nobody else", async () => {
  const [ann, bob] = [await person(), await person()];
  for (let i = 0; i < 3; i++) await notify(ann);
  await notify(bob);
  const [here, there] = [await listen(ann), await listen(ann)];
  const ids = (await listOf(ann)).data.map(({ id }) => id);
  const read = (who: Person, input: { ids?: number[] }) =>
    who.browser.call(readNotificationsRoute, { input });
  const one = ids.slice(0, 1);
  expect((await read(ann, { ids: one })).body).toEqual({ unread_count: 2 });
  for (const socket of [here, there])
    expect(await socket.one("NotificationsRead")).toMatchObject({ ids: one, unread_notifications: 2 });
  // What is read already, or is not there, is not said again.
  expect((await read(ann, { ids: [...one, 999_999] })).body).toEqual({ unread_count: 2 });
  expect((await read(ann, { ids: [] })).body).toEqual({ unread_count: 2 });
  expect((await read(ann, {})).body).toEqual({ unread_count: 0 });
  const said = await there.all("NotificationsRead", 2);
  expect(said).toHaveLength(2);
  expect(said[1]).toEqual({ event: "NotificationsRead", unread_notifications: 0 });
  expect((await listOf(ann)).data.map(({ read }) => read)).toEqual([true, true, true]);
  expect((await listOf(bob)).unread_count).toBe(1);
  for (const socket of [here, there]) socket.close();
});

test("types that are turned off are not told; what staff decide always is", async () => {
  const ann = await person();
  const change = (input: Record<string, unknown>) =>
    ann.browser.call(updateNotificationSettingsRoute, { input });
  const all = (await ann.browser.call(notificationSettingsRoute)).body.settings as Record<string, boolean>;
  expect(Object.values(all)).toEqual(Array(9).fill(true));
  expect((await change({ comment: false, sale: "0" })).body).toMatchObject({
    settings: { ...all, comment: false, sale: false },
  });
  expect((await change({ sale: true, moderation: false })).body.settings).toEqual({ ...all, comment: false });
  await evictDurableObject(hubOf(testEnv, ann.id));
  await notify(ann, { type: "comment" });
  await notify(ann, { type: "sale" });
  await notify(ann, { type: "moderation" });
  expect(await typesOf(ann)).toEqual(["moderation", "sale"]);
  expect((await ann.browser.call(notificationSettingsRoute)).body.settings).toEqual({
    ...all,
    comment: false,
  });
  await change({ comment: true });
  await notify(ann, { type: "comment" });
  expect(await typesOf(ann)).toEqual(["comment", "moderation", "sale"]);
});

test("what could not be delivered waits, holds nobody up, and is delivered later in its order", async () => {
  const [ann, bob] = [await person(), await person()];
  // More than one pass takes, all for the one who can't be reached.
  for (let i = 0; i < 130; i++) await queue(ann, { title: `Told ${i}` });
  await queue(bob);
  await deliverNotices(without(ann));
  expect(expectComplaints().join()).toContain("notices not delivered");
  expect([await waiting(ann), await waiting(bob)]).toEqual([130, 0]);
  expect((await listOf(bob)).unread_count).toBe(1);
  await runSchedule(testEnv);
  expect(await waiting(ann)).toBe(0);
  const titles = (await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => listOf(ann, page)))).flatMap(
    ({ data }) => data.map(({ title }) => title),
  );
  expect(titles).toEqual(Array.from({ length: 130 }, (_, i) => `Told ${129 - i}`));
});

test("a notice that can't be read or taken in doesn't hold back its user's others, and is tried again later", async () => {
  const [ann, bob] = [await person(), await person()];
  const broken = await db.all(
    statement<{ id: number }>(sql`insert into notices (user_id, notice, created_at)
      values (${ann.id}, '{"title":', 1), (${ann.id}, 'null', 1), (${ann.id}, '{"type":"comment"}', 1) returning id`),
  );
  await queue(ann, { title: "Fine" });
  await queue(bob);
  await deliverNotices(testEnv);
  expect(expectComplaints()).toHaveLength(3);
  expect((await listOf(ann)).data.map(({ title }) => title)).toEqual(["Fine"]);
  expect((await listOf(bob)).unread_count).toBe(1);
  expect(await waiting(ann)).toBe(3);
  // Not again with the next delivery, but an hour later; by then the last one is repaired.
  await deliverNotices(testEnv);
  const repaired = JSON.stringify(noticeOf({ title: "Repaired" }));
  await db.all(
    statement(sql`update notices set notice = ${repaired}, retry_at = retry_at - 3600000
      where id = ${broken.at(-1)?.id ?? 0}`),
  );
  await deliverNotices(testEnv);
  expect((await listOf(ann)).data.map(({ title }) => title)).toEqual(["Repaired", "Fine"]);
  expect(await waiting(ann)).toBe(2);
  await db.all(statement(sql`delete from notices where user_id = ${ann.id}`));
});

test("a process that dies before it delivers loses nothing, and deliveries at the same time double nothing", async () => {
  const [ann, bob] = [await person(), await person()];
  const level = await addLevel(ann.id);
  bob.browser.variant = { ...bob.browser.variant, FAULTS: "deliveries=1" };
  expect((await comment(bob, "level", level)).status).toBe(201);
  expectComplaints();
  expect(await waiting(ann)).toBeGreaterThan(0);
  await Promise.all([1, 2, 3, 4].map(() => deliverNotices(testEnv)));
  expect(await waiting(ann)).toBe(0);
  const data = (await listOf(ann)).data.filter(({ type }) => type === "comment");
  expect(data).toMatchObject([{ count: 1, actors: [{ id: bob.id }] }]);
});

test("a notice that comes twice counts once, however late, also after the hub has slept", async () => {
  const ann = await person();
  const group = `comment:level:${unique()}`;
  const ids = [await notify(ann, { group }), await notify(ann, { group })];
  // A page that comes a moment later hears of both again.
  const socket = await listen(ann);
  await socket.all("Notified", 2);
  await evictDurableObject(hubOf(testEnv, ann.id));
  for (const id of ids) await notify(ann, { group }, null, id);
  await ann.browser.call(readNotificationsRoute);
  for (const id of ids) await notify(ann, { group }, null, id);
  expect((await listOf(ann)).data.map(({ count, read }) => [count, read])).toEqual([[2, true]]);
  await socket.one("NotificationsRead");
  expect(await socket.all("Notified")).toHaveLength(2);
  socket.close();
});

test("notices that come a little out of order are all told", async () => {
  const ann = await person();
  for (const id of [1005, 1001, 1003, 1002, 1004]) await notify(ann, {}, null, id);
  expect((await listOf(ann)).unread_count).toBe(5);
});

test("an inbox keeps the newest 500 groups and remembers a thousand ids, and counts right all the while", async () => {
  const [ann, bob] = [await person(), await person()];
  const delivery = (id: number): NoticeDelivery => ({
    id,
    notice: noticeOf({ group: `comment:level:${id}`, title: `Told ${id}`, actor: bob.id }),
    actor: cardOf(bob),
    created_at: id,
  });
  const list = Array.from({ length: 1_200 }, (_, i) => delivery(i + 1));
  const hub = hubOf(testEnv, ann.id);
  await hub.notify(list);
  await hub.notify(list);
  const { data, meta, unread_count } = await listOf(ann, 25);
  expect({ total: meta.total, last: meta.last_page, unread_count }).toEqual({
    total: 500,
    last: 25,
    unread_count: 500,
  });
  expect(data.at(-1)?.title).toBe("Told 701");
  const rows = await runInDurableObject(hub, (_, state) =>
    ["notifications", "notification_actors", "notices_had"].map(
      (table) => state.storage.sql.exec<{ n: number }>(`select count(*) as n from ${table}`).one().n,
    ),
  );
  expect(rows).toEqual([500, 500, 1_000]);
  await ann.browser.call(readNotificationsRoute);
  expect(await listOf(ann)).toMatchObject({ unread_count: 0, meta: { total: 500 } });
});

test("the list comes in pages of twenty, each met once by following the links, for one round", async () => {
  const [ann, bob] = [await person(), await person()];
  for (let i = 0; i < 45; i++) await notify(ann, { title: `Told ${i}` }, bob);
  const met: string[] = [];
  let next: string | null = "/api/notifications";
  while (next) {
    const answer = await ann.browser.fetch(next);
    expectCost(answer, { rounds: 1, read: 10, written: 0 });
    const { data, meta, links } = answer.body as unknown as List;
    expect(meta).toMatchObject({ last_page: 3, total: 45 });
    met.push(...data.map(({ title }) => title));
    next = links.next;
  }
  expect(met).toEqual(Array.from({ length: 45 }, (_, i) => `Told ${44 - i}`));
  expect((await listOf(ann, 9)).data).toEqual([]);
  expect((await ann.browser.call(notificationListRoute, { input: { page: 501 } })).status).toBe(422);
});

test("people are listed as they are today", async () => {
  const [ann, bob] = [await person(), await person()];
  await notify(ann, {}, bob);
  await db.all(statement(sql`update users set username = ${`renamed_${bob.id}`} where id = ${bob.id}`));
  expect((await listOf(ann)).data[0]?.actors[0]).toMatchObject({
    username: `renamed_${bob.id}`,
    url: `/users/renamed_${bob.id}`,
  });
});

test("notifications are one's own: visitors, ended sessions and banned people get nothing", async () => {
  const ann = await person();
  await notify(ann);
  const banned = await person({ banned_at: 1, ban_reason: "Spam" });
  const ended = await person();
  await db.all(statement(sql`delete from sessions where user_id = ${ended.id}`));
  const visitor = await Browser.visitor();
  const routes = [
    notificationListRoute,
    readNotificationsRoute,
    notificationSettingsRoute,
    updateNotificationSettingsRoute,
  ];
  for (const route of routes) {
    expect((await visitor.call(route)).status).toBe(401);
    expect((await banned.browser.call(route)).status).toBe(403);
  }
  for (const route of routes) expect((await ended.browser.call(route)).status).toBe(401);
  expect((await listOf(ann)).unread_count).toBe(1);
});

test("what makes no sense is refused and changes nothing", async () => {
  const ann = await person();
  await notify(ann);
  const bad = ["1", 1, { 0: 1 }, ["1"], [1.5], [null], Array.from({ length: 101 }, (_, i) => i + 1)];
  for (const ids of bad) {
    const answer = await ann.browser.call(readNotificationsRoute, { input: { ids } });
    expect(answer.status, JSON.stringify(ids)).toBe(422);
  }
  for (const comment of ["perhaps", 2, [], {}]) {
    const answer = await ann.browser.call(updateNotificationSettingsRoute, { input: { comment } });
    expect(answer.status, JSON.stringify(comment)).toBe(422);
    expect(answer.body.errors).toMatchObject({ comment: ["Comments must be yes or no."] });
  }
  for (const page of ["0", "-1", "x", "1.5"])
    expect((await ann.browser.call(notificationListRoute, { input: { page } })).status).toBe(422);
  expect(await listOf(ann)).toMatchObject({ unread_count: 1 });
});

test("reading and settings cost one round and write nothing to the database", async () => {
  const ann = await person();
  await notify(ann);
  const calls = [
    ann.browser.call(readNotificationsRoute),
    ann.browser.call(notificationSettingsRoute),
    ann.browser.call(updateNotificationSettingsRoute, { input: { sale: false } }),
  ];
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(200);
    expectCost(answer, { rounds: 1, read: 5, written: 0 });
  }
});
