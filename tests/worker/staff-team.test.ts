import { sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import type { Role } from "#domain/auth/roles.ts";
import {
  createHostRoute,
  hostListRoute,
  rotateHostKeyRoute,
  rotateSigningKeyRoute,
} from "#domain/hosts/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { banRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import {
  confirmRoute,
  twoFactorDisableRoute,
  twoFactorEnableRoute,
  twoFactorGenerateRoute,
} from "#domain/security/api.ts";
import { renameRoute, roleRoute, teamRoute } from "#domain/staff/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type AccountOwner, createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import {
  addUser,
  type Browser,
  countRows,
  firstRow,
  runSql,
  type TestResponse,
  testEnv,
  unique,
} from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { evict } from "#tests/support/evict.ts";
import { trySendMessage } from "#tests/support/messages.ts";
import {
  auditRowsBy,
  claimCase,
  notificationTitlesOf,
  reportNewLevel,
  signedInModerator,
} from "#tests/support/report-case.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { codeAt } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";
import { hubStub } from "#worker/live/stubs.ts";

const REASON = "Keeps a cool head in the forums.";

const changeRole = (by: Browser, { username }: { username: string }, role: Role): Promise<TestResponse> =>
  by.call(roleRoute, { username, role, reason: REASON });
const roleOf = async ({ id }: { id: number }) =>
  (await firstRow<{ role: Role }>`select role from users where id = ${id}`)?.role;
const twoFactorOn = { two_factor_at: 1 };

/** Takes the role of everyone but these, so no one else counts as an admin. */
const onlyStaff = (...staff: { id: number }[]) =>
  runSql`update users set role = 'member'
    where role <> 'member' and id not in (select value
      from json_each(${JSON.stringify(staff.map(({ id }) => id))}))`;

const admin = await signedInUser({ role: "admin" });

describe("a change of a role", () => {
  const ROLES = ["member", "moderator", "admin"] as const;

  test("is possible from each role to each other, for an admin with a second factor", async () => {
    const beginner = await signedInUser({ role: "admin", two_factor_at: null });
    for (const from of ROLES)
      for (const to of ROLES.filter((role) => role !== from)) {
        const target = await addUser({ role: from });
        expect((await changeRole(beginner, target, to)).status).toBe(403);
        expect(await roleOf(target)).toBe(from);
        expect((await changeRole(admin, target, to)).status, `${from} to ${to}`).toBe(200);
        expect(await roleOf(target)).toBe(to);
      }
  });

  test.each<[string, () => Promise<{ username: string }>, Role, number]>([
    ["an unknown user", async () => ({ username: "unknown_user" }), "moderator", 404],
    ["a deleted account", () => addUser({ deleted_at: 1 }), "moderator", 404],
    ["a banned member", () => addUser({ banned_at: 1, ban_reason: "Spam" }), "moderator", 409],
    ["a member whose ban is over", () => addUser({ banned_at: 1, banned_until: 2 }), "moderator", 200],
    ["a banned moderator, as a dismissal", () => addUser({ role: "moderator", banned_at: 1 }), "member", 200],
    ["someone who has the role", () => addUser({ role: "moderator" }), "moderator", 422],
  ])("of %s has the right response", async (_, make, role, status) => {
    const target = await make();
    expect((await changeRole(admin, target, role)).status).toBe(status);
  });

  test("is logged with both roles and the reason, and the user is notified", async () => {
    const [boss, ann] = [await signedInUser({ role: "admin" }), await signedInUser(twoFactorOn)];
    const response = await changeRole(boss, ann, "moderator");
    expect(response.body).toEqual({ message: `${ann.username} is a moderator now.` });
    expectCost(response, { read: 60, written: 25 });
    const subject = { subject_type: "user", subject_id: String(ann.id) };
    const change = { before: '{"role":"member"}', after: '{"role":"moderator"}' };
    expect(await auditRowsBy(boss)).toEqual([{ action: "user.role", ...subject, reason: REASON, ...change }]);
    expect(await notificationTitlesOf(ann)).toEqual([
      { title: `You're a moderator now. Reason: ${REASON}`, url: "/staff" },
    ]);
  });

  test("asks a new moderator without two-factor authentication to turn it on", async () => {
    const ann = await signedInUser();
    await changeRole(admin, ann, "moderator");
    const title = `You're a moderator now. Turn on two-factor authentication to start. Reason: ${REASON}`;
    expect(await notificationTitlesOf(ann)).toEqual([{ title, url: "/settings/security" }]);
    expect((await ann.call(reportQueueRoute)).body.code).toBe("two_factor_required");
  });
});

describe("the sessions of someone whose role changes", () => {
  test("have the new rights with their next call, and their pages get an event, also after an eviction", async () => {
    const ann = await signedInUser(twoFactorOn);
    const level = await addLevel((await addUser()).id, { visibility: "private" });
    const reach = async () => [
      (await ann.call(reportQueueRoute)).status,
      (await ann.call(levelRoute, { id: level })).status,
    ];
    expect(await reach()).toEqual([403, 404]);
    const page = await connectSocket(ann);
    const { cursor } = page;
    await changeRole(admin, ann, "moderator");
    expect((await page.one("RoleChanged")).role).toBe("moderator");
    expect((await page.end()).code).toBe(CLOSE_CODES.sessionRenewed);
    expect(await reach()).toEqual([200, 200]);
    expect((await ann.call(sessionRoute)).body.user).toMatchObject({ role: "moderator" });
    await evict(hubStub(testEnv, ann.id));
    await changeRole(admin, ann, "member");
    // A page that was away gets what it missed.
    const late = await connectSocket(ann, cursor);
    const roles = late.events.flatMap((event) => (event.event === "RoleChanged" ? [event.role] : []));
    expect(roles).toEqual(["moderator", "member"]);
    expect(await reach()).toEqual([403, 404]);
    late.close();
  });

  test("lose the cases that they had claimed", async () => {
    const [reporter, owner, ann] = [await signedInUser(), await signedInUser(), await signedInModerator()];
    const { id } = await reportNewLevel(reporter, owner);
    await claimCase(ann, id);
    await changeRole(admin, ann, "member");
    expect(await runSql`select claimed_by from cases where id = ${id}`).toEqual([{ claimed_by: null }]);
    expect((await claimCase(await signedInModerator(), id)).status).toBe(200);
  });
});

test("the last admin can't step down, until another admin has two-factor authentication", async () => {
  await onlyStaff(admin);
  const { status, body } = await changeRole(admin, admin, "member");
  const why = "You're the last admin with two-factor authentication. Appoint another one first.";
  expect([status, body.message]).toEqual([409, why]);
  const ann = await signedInUser();
  expect((await changeRole(admin, ann, "admin")).status).toBe(200);
  expect((await changeRole(admin, admin, "moderator")).status).toBe(409);
  await runSql`update users set two_factor_at = 1 where id = ${ann.id}`;
  expect((await changeRole(admin, admin, "moderator")).status).toBe(200);
  expect([await roleOf(admin), await roleOf(ann)]).toEqual(["moderator", "admin"]);
  await runSql`update users set role = 'admin' where id = ${admin.id}`;
});

test("the last admin stays when admins dismiss each other, or all step down, at the same moment", async () => {
  for (let round = 0; round < 5; round++) {
    const admins = await Promise.all([1, 2, 3].map(() => signedInUser({ role: "admin" })));
    await onlyStaff(...admins);
    const [ann, bob, cleo] = admins as [TestUser, TestUser, TestUser];
    const responses = await Promise.all([
      changeRole(ann, bob, "member"),
      changeRole(bob, ann, "moderator"),
      changeRole(cleo, cleo, "member"),
      changeRole(ann, ann, "member"),
      changeRole(bob, cleo, "member"),
      changeRole(cleo, ann, "member"),
    ]);
    for (const { status } of responses) expect([200, 403, 409, 422]).toContain(status);
    expect(await countRows("users", sql`role = 'admin'`)).toBeGreaterThanOrEqual(1);
  }
  await runSql`update users set role = 'admin' where id = ${admin.id}`;
});

test("a ban fails if its target was appointed meanwhile", async () => {
  const boss = await signedInUser({ role: "admin" });
  const [moderator, ann] = [await signedInModerator(), await addUser(twoFactorOn)];
  const [made, banned] = await Promise.all([
    changeRole(boss, ann, "admin"),
    moderator.call(banRoute, { username: ann.username, reason: "Spam" }),
  ]);
  expect([made.status, banned.status].filter((status) => status === 200)).toHaveLength(1);
  const wrong = sql`id = ${ann.id} and role = 'admin' and banned_at is not null`;
  expect(await countRows("users", wrong)).toBe(0);
});

test("the team page lists the staff with role, date, appointing admin and second factor, in one round trip", async () => {
  const boss = await signedInUser({ role: "admin" });
  const ann = await addUser();
  await onlyStaff(boss);
  await changeRole(boss, ann, "moderator");
  const response = await boss.call(teamRoute);
  const { data } = response.body as OutputOf<typeof teamRoute>;
  const rest = { last_seen: null, can_become: ["member", "admin"] };
  expect(data).toMatchObject([
    { user: { id: boss.id }, role: "admin", two_factor: true, since: null, by: null, can_become: [] },
    { user: { id: ann.id }, role: "moderator", two_factor: false, by: { id: boss.id }, ...rest },
  ]);
  expect(Date.parse(data[1]?.since ?? "")).toBeGreaterThan(0);
  expectCost(response, { roundTrips: 1, read: 40 });
});

const idle = (role: "admin" | "moderator") => createAccountOwner({ role, two_factor_at: null });
const self = async (browser: AccountOwner) =>
  (await browser.call(sessionRoute)).body.user as Record<string, unknown>;

async function turnOn(browser: AccountOwner): Promise<void> {
  const code = codeAt(await browser.output(twoFactorGenerateRoute));
  await browser.output(twoFactorEnableRoute, { code });
}
const turnOff = (browser: AccountOwner) => browser.call(twoFactorDisableRoute, { password: PASSWORD });

describe("staff without two-factor authentication", () => {
  test("get two_factor_required on staff endpoints until it is on, and again once it is off", async () => {
    for (const [role, route, other] of [
      ["moderator", reportQueueRoute, hostListRoute],
      ["admin", hostListRoute, null],
    ] as const) {
      const staff = await idle(role);
      const callRoute = async () => {
        const { status, body } = await staff.call(route);
        return [status, body.code];
      };
      const NEEDED = [403, "two_factor_required"];
      expect(await callRoute()).toEqual(NEEDED);
      // Endpoints above their rank stay forbidden, even with two-factor on.
      if (other) expect((await staff.call(other)).body.code).toBe("forbidden");
      expect(await self(staff)).toMatchObject({ role: "member", needs_two_factor: true });
      await turnOn(staff);
      expect(await callRoute()).toEqual([200, undefined]);
      expect(await self(staff)).toMatchObject({ role, needs_two_factor: false });
      await turnOff(staff);
      expect(await callRoute()).toEqual(NEEDED);
    }
  });

  test("have only a member's rights elsewhere, in messages and on levels", async () => {
    const staff = await idle("moderator");
    const shy = await signedInUser({ message_privacy: 3 });
    const hidden = await addLevel((await signedInUser()).id, { visibility: "private" });
    const reach = async () => [
      (await trySendMessage(staff, shy, "Hello")).status,
      (await staff.call(levelRoute, { id: hidden })).status,
    ];
    expect(await reach()).toEqual([403, 404]);
    await turnOn(staff);
    expect(await reach()).toEqual([200, 200]);
    await turnOff(staff);
    expect(await reach()).toEqual([403, 404]);
  });

  test("can open the staff pages of their rank, which are missing for others", async () => {
    const path = "/staff/hosts";
    expect((await (await idle("admin")).fetch(path)).status).toBe(200);
    expect((await (await idle("moderator")).fetch(path)).status).toBe(404);
    expect((await (await createAccountOwner()).fetch(path)).status).toBe(404);
  });
});

test("a sensitive staff action needs a password confirmation within the last half hour", async () => {
  const admin = await createAccountOwner({ role: "admin" });
  const [{ username }, appointed] = [await signedInUser(), await signedInUser()];
  const host = { name: "Host of a test", ip_address: "203.0.113.7", region: "weur", capacity: 10 };
  const { id } = (await admin.output(createHostRoute, host)).host;
  const sensitiveCalls = () =>
    Promise.all([
      admin.call(createHostRoute, { ...host, name: "Another host of a test" }),
      admin.call(rotateHostKeyRoute, { id }),
      admin.call(rotateSigningKeyRoute),
      admin.call(grantRoute, { username, coins: 5, reason: "A test" }),
      admin.call(roleRoute, { username: appointed.username, role: "moderator", reason: "A test" }),
      admin.call(renameRoute, { username: `calm_${unique()}`, reason: "A test" }, { params: { username } }),
    ]);
  await runSql`update sessions set confirmed_at = ${Date.now() - 31 * 60 * 1000}
    where user_id = ${admin.id}`;
  for (const { status, body } of await sensitiveCalls())
    expect([status, body.code]).toEqual([403, "confirm_needed"]);
  expect((await admin.call(confirmRoute, { password: PASSWORD })).status).toBe(200);
  for (const { status } of await sensitiveCalls()) expect([200, 201]).toContain(status);
});
