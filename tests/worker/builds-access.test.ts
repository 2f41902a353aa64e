import { sql } from "drizzle-orm";
import { logoutRoute } from "#domain/auth/api.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { deleteBuddyRoute } from "#domain/buddies/api.ts";
import { type Build, buildDocumentRoute, buildRoute, buildSocketPath } from "#domain/build/api.ts";
import { inviteEditorRoute, removeEditorRoute } from "#domain/build/editors/api.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { buildHistoryRoute, buildStateRoute, saveBuildRoute } from "#domain/build/publishing/api.ts";
import { deleteLevelRoute, type Level, levelRoute } from "#domain/levels/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { type BuildClient, connectBuild, openBuild, rejectedBuild } from "#tests/support/build-client.ts";
import { inviteEditor } from "#tests/support/invite-editor.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { until } from "#tests/support/until.ts";
import { addLevel } from "#tests/support/world.ts";
import { disconnectUser } from "#worker/live/notify.ts";
import { hubStub } from "#worker/live/stubs.ts";

let ann: TestUser;
let ben: TestUser;
let level: number;
beforeEach(async () => {
  [ann, ben] = [await signedInUser(), await signedInUser()];
  level = await addLevel(ann.id, { visibility: "private" });
});

const invite = (by: TestUser, user: { id: number }) =>
  by.call(inviteEditorRoute, { id: level, user_id: user.id });
const remove = (by: TestUser, user: { id: number }) =>
  by.call(removeEditorRoute, { id: level, userId: user.id });
const editorsOf = () => countRows("level_editors", sql`level_id = ${level}`);

describe("a level can be built", () => {
  test("by its creator, its editors and admins, who see their role", async () => {
    await inviteEditor(ann, level, ben);
    const admin = await signedInUser({ role: "admin" });
    const roles = [];
    for (const user of [ann, ben, admin]) {
      const { status, body } = await user.call(buildRoute, { id: level });
      expect(status).toBe(200);
      roles.push((body.build as Build).role);
      const page = await openBuild(user, level);
      await page.block();
      page.close();
    }
    expect(roles).toEqual(["creator", "editor", "admin"]);
    expect((await ben.call(buildRoute, { id: level })).body.build).toMatchObject({
      creator: { id: ann.id },
      editors: [{ id: ben.id }],
      level: { id: level },
    });
  });

  test("by no one else, and a private level doesn't exist for them", async () => {
    const [stranger, moderator] = [await signedInUser(), await signedInUser({ role: "moderator" })];
    const open = await addLevel(ann.id);
    for (const route of [
      buildRoute,
      buildDocumentRoute,
      buildHistoryRoute,
      buildStateRoute,
      saveBuildRoute,
    ]) {
      const statuses = [];
      for (const [user, id] of [
        [stranger, level],
        [stranger, open],
        [moderator, level],
        [ann, 999_999],
      ] as const)
        statuses.push((await user.call(route, { id })).status);
      expect(statuses, route.path).toEqual([404, 403, 403, 404]);
    }
    expect(await rejectedBuild(stranger, level)).toBe(4410);
    expect(await rejectedBuild(stranger, open)).toBe(4406);
    expect(await rejectedBuild(moderator, level)).toBe(4406);
    expect(await rejectedBuild(ann, 999_999)).toBe(4410);
  });

  test("by those whose level page says so", async () => {
    const id = await addLevel(ann.id);
    await inviteEditor(ann, id, ben);
    const [admin, stranger] = [await signedInUser({ role: "admin" }), await signedInUser()];
    const allowed = [];
    for (const browser of [ann, ben, admin, stranger, await Browser.visitor()]) {
      const { can_build, can_edit } = (await browser.call(levelRoute, { id })).body.level as Level;
      allowed.push([can_build, can_edit]);
    }
    expect(allowed).toEqual([
      [true, true],
      [true, false],
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  test("only from this site's own pages, with a session", async () => {
    const path = buildSocketPath(level, null);
    expect((await connectBuild(ann, path, { Origin: "https://evil.example" })).status).toBe(419);
    expect((await connectBuild(ann, path, { Upgrade: "" })).status).toBe(426);
    expect((await connectBuild(ann, "/api/builds/0/live")).status).toBe(404);
    const { client } = await connectBuild(await Browser.visitor(), path);
    expect(await client?.end()).toBe(4401);
    const banned = await signedInUser({ banned_at: 1, ban_reason: "Spam" });
    expect(await rejectedBuild(banned, await addLevel(banned.id))).toBe(4403);
  });

  test("by eight people at once, of which one place is the creator's, with four pages each", async () => {
    const guests = [];
    for (let i = 0; i < BUILD_LIMITS.people; i++) {
      const guest = await signedInUser();
      await inviteEditor(ann, level, guest);
      guests.push(guest);
    }
    const last = guests.pop() as TestUser;
    const pages = [];
    for (const guest of guests) pages.push(await openBuild(guest, level));
    expect(await rejectedBuild(last, level)).toBe(4409);
    const own: BuildClient[] = [];
    for (let i = 0; i < BUILD_LIMITS.pagesPerPerson; i++) own.push(await openBuild(ann, level));
    expect(await rejectedBuild(ann, level)).toBe(4409);
    expect([...pages, own[0]].map((page) => page?.hello.color).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    pages[0]?.close();
    await own[0]?.until(() => own[0]?.all("people").at(-1)?.people.length === 10);
    await openBuild(last, level);
  });
});

test("inviting lets a buddy build, and notifies them once", async () => {
  await befriend(ann, ben);
  for (let i = 0; i < 2; i++) {
    const { status, body } = await invite(ann, ben);
    expect([status, body]).toMatchObject([200, { editors: [{ id: ben.id }] }]);
  }
  const read = async () => (await ben.call(notificationListRoute)).body.data as object[];
  await until(async () => (await read()).length > 0);
  expect(await read()).toMatchObject([
    { type: "build", count: 1, url: `/build/${level}`, actors: [{ id: ann.id }] },
  ]);
  await openBuild(ben, level);
});

test("inviting is refused for people who aren't buddies, and for those who were blocked", async () => {
  expect((await invite(ann, ben)).status).toBe(422);
  await befriend(ann, ben);
  await ben.call(toggleBlockRoute, { username: ann.username });
  expect((await invite(ann, ben)).status).toBe(422);
  expect((await invite(ann, ann)).status).toBe(422);
  expect(await editorsOf()).toBe(0);
});

test("inviting is for the creator and admins, not for editors", async () => {
  await inviteEditor(ann, level, ben);
  const [carl, admin] = [await signedInUser(), await signedInUser({ role: "admin" })];
  await befriend(ann, carl);
  expect((await invite(ben, carl)).status).toBe(403);
  expect((await invite(carl, carl)).status).toBe(404);
  expect(await editorsOf()).toBe(1);
  expect((await invite(admin, carl)).status).toBe(200);
});

test("inviting ends at eight editors, also for invitations at the same time", async () => {
  const buddies = [];
  for (let i = 0; i < BUILD_LIMITS.editors + 2; i++) {
    const buddy = await signedInUser();
    await befriend(ann, buddy);
    buddies.push(buddy);
  }
  const responses = await Promise.all(buddies.map((buddy) => invite(ann, buddy)));
  const codes = responses.map(({ status, body }) => (status === 200 ? "invited" : body.code)).sort();
  expect(codes).toEqual([...Array(2).fill("editor_limit"), ...Array(BUILD_LIMITS.editors).fill("invited")]);
  expect(await editorsOf()).toBe(BUILD_LIMITS.editors);
});

describe("the pages of an editor close", () => {
  let page: BuildClient;
  let own: BuildClient;
  beforeEach(async () => {
    await inviteEditor(ann, level, ben);
    [own, page] = [await openBuild(ann, level), await openBuild(ben, level)];
    // The hub knows where they build.
    await until(async () => (await hubStub(testEnv, ben.id).openBuilds()).includes(level));
  });

  test("when the creator removes them", async () => {
    const { status, body } = await remove(ann, ben);
    expect([status, body]).toEqual([200, { editors: [] }]);
    expect(await page.end()).toBe(4406);
    expect(page.closing).toBe(4406);
    expect(own.closed).toBe(null);
    const { people } = await own.one("people", (message) => message.people.length === 1);
    expect(people).toMatchObject([{ user: { id: ann.id } }]);
    expect(await rejectedBuild(ben, level)).toBe(4410);
  });

  test("when they remove themselves, which other editors can't do for them", async () => {
    const carl = await signedInUser();
    await inviteEditor(ann, level, carl);
    expect((await remove(carl, ben)).status).toBe(403);
    expect(page.closed).toBe(null);
    expect((await remove(ben, ben)).status).toBe(200);
    expect(await page.end()).toBe(4406);
  });

  test("but not one who doesn't exist", async () => {
    expect((await remove(ann, { id: 999_999 })).status).toBe(404);
    expect(await editorsOf()).toBe(1);
  });

  test.each([
    ["the creator ends the friendship", () => [ann, deleteBuddyRoute, ben] as const],
    ["the editor ends the friendship", () => [ben, deleteBuddyRoute, ann] as const],
    ["the creator blocks them", () => [ann, toggleBlockRoute, ben] as const],
    ["they block the creator", () => [ben, toggleBlockRoute, ann] as const],
  ])("when %s, and their invitation is gone", async (_, command) => {
    const [by, route, other] = command();
    expect(await by.call(route, { username: other.username })).toMatchObject({ status: 200 });
    expect(await page.end()).toBe(4406);
    expect(own.closed).toBe(null);
    expect(await editorsOf()).toBe(0);
    await befriend(ann, ben);
    expect(await rejectedBuild(ben, level)).toBe(4410);
  });

  test("when they are banned", async () => {
    await runSql`update users set banned_at = 1, ban_reason = 'Spam' where id = ${ben.id}`;
    await disconnectUser(testEnv, ben.id, CLOSE_CODES.banned);
    expect(await page.end()).toBe(4403);
    expect(await rejectedBuild(ben, level)).toBe(4403);
  });

  test("when they sign out, but not those of their other sessions", async () => {
    const elsewhere = await openBuild(await Browser.signedIn(ben), level);
    await ben.call(logoutRoute);
    expect(await page.end()).toBe(4401);
    await elsewhere.block();
    expect(elsewhere.closed).toBe(null);
  });

  test("when the level is deleted, like all others", async () => {
    expect((await ann.call(deleteLevelRoute, { id: level })).status).toBe(200);
    expect([await page.end(), await own.end()]).toEqual([4410, 4410]);
    expect(await rejectedBuild(ann, level)).toBe(4410);
  });

  test("when the creator deletes their account", async () => {
    const owner = await createAccountOwner();
    const own = await addLevel(owner.id, { visibility: "private" });
    const open = await addLevel(owner.id);
    await befriend(owner, ben);
    for (const id of [own, open])
      await runSql`insert into level_editors (level_id, user_id, added_at) values (${id}, ${ben.id}, 1)`;
    const pages = [await openBuild(ben, own), await openBuild(ben, open)];
    const input = { username: owner.username, password: PASSWORD };
    expect((await owner.call(deleteAccountRoute, input)).status).toBe(200);
    expect([await pages[0]?.end(), await pages[1]?.end()]).toEqual([4410, 4406]);
  });

  test("even if their right ends while they connect", async () => {
    page.close();
    await own.one("people", (message) => message.people.length === 1);
    const opening = connectBuild(ben, buildSocketPath(level, null));
    await remove(ann, ben);
    const { client } = await opening;
    expect([4406, 4410]).toContain(await client?.end());
  });
});
