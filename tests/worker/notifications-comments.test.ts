import { sql } from "drizzle-orm";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { createCommentRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { notificationsPage } from "#tests/support/notices.ts";
import { runRenderJobs } from "#tests/support/render-jobs.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { runSchedule } from "#worker/schedule.ts";

/** Waits until a user has more notifications than that. */
const moreThan = (user: TestUser, count: number) =>
  until(async () => (await notificationsPage(user)).data.length > count);
const typesOf = async (user: TestUser) => (await notificationsPage(user)).data.map(({ type }) => type);

const comment = (from: TestUser, type: CommentTarget, id: number, body = "Hello") =>
  from.call(createCommentRoute, { type, id, body });

const block = (from: TestUser, to: TestUser) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

const waiting = (user: { id: number }) => countRows("notices", sql`user_id = ${user.id}`);

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

test("a comment notifies neither its author nor members across a block, except about staff's comments", async () => {
  const [ann, blocked, blocking] = [await signedInUser(), await signedInUser(), await signedInUser()];
  const staff = await signedInUser({ role: "moderator" });
  const level = await addLevel(ann.id);
  for (const other of [blocked, staff]) await block(ann, other);
  await block(blocking, ann);
  for (const author of [ann, blocked, blocking])
    expect((await comment(author, "level", level)).status).toBe(201);
  await comment(staff, "level", level);
  await moreThan(ann, 0);
  const [notification] = (await notificationsPage(ann)).data;
  expect(notification).toMatchObject({ count: 1, actors: [{ id: staff.id }] });
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

test("a mention notifies no one across a block and no one who can't see the place", async () => {
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const [cleo, dan] = [await signedInUser(), await signedInUser()];
  const staff = await signedInUser({ role: "moderator" });
  await block(bob, cleo);
  await block(dan, bob);
  const all = [cleo, dan, staff].map(({ username }) => `@${username}`).join(" ");
  await comment(bob, "level", await addLevel(ann.id), all);
  const secret = await addLevel(ann.id, { visibility: "private" });
  await comment(ann, "level", secret, `${all} @${bob.username}`);
  await moreThan(staff, 1);
  for (const user of [bob, cleo, dan]) expect(await typesOf(user)).toEqual([]);
});

test("a comment notifies at most five mentioned members, and none for an email address", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signedInUser()));
  const [ann, bob] = [await signedInUser(), await signedInUser()];
  const level = await addLevel(ann.id);
  await comment(bob, "level", level, `mail me@${people[5]?.username}`);
  const names = people.map(({ username }) => `@${username}`).join(" ");
  expectCost(await comment(bob, "level", level, names), { roundTrips: 2, written: 25, read: 100 });
  const fifth = people[4] as TestUser;
  await moreThan(fifth, 0);
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

test("a new outfit notifies once, when it is rendered", async () => {
  const user = await signedInUser();
  await user.call(updateAvatarRoute, { head_color: "ABCDEF" });
  await user.call(createOutfitRoute, { name: "Pirate" });
  await runRenderJobs(user.jobs);
  await runRenderJobs(user.jobs);
  const { data } = await notificationsPage(user);
  expect(data).toMatchObject([{ type: "outfit", title: "Pirate", actors: [], count: 1 }]);
  expect((await user.fetch(data[0]?.picture ?? "")).status).toBe(200);
});

test("unread notifications of several outfits are merged, and a re-rendered outfit adds none", async () => {
  const user = await signedInUser();
  await user.call(updateAvatarRoute, { head_color: "ABCDEF" });
  for (const name of ["Pirate", "Chef", "Clown"]) await user.call(createOutfitRoute, { name });
  await runRenderJobs(user.jobs);
  const expected = { data: [{ type: "outfit", title: "Clown", count: 3 }], unread_count: 1 };
  expect(await notificationsPage(user)).toMatchObject(expected);
  await runSql`update outfits set thumbnail = null, redrawn = 1 where user_id = ${user.id}`;
  await runRenderJobs(user.jobs);
  expect(await countRows("outfits", sql`user_id = ${user.id} and thumbnail is not null`)).toBe(3);
  expect(await notificationsPage(user)).toMatchObject(expected);
});
