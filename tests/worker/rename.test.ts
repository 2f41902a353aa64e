import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { userLevelsRoute } from "#domain/levels/api.ts";
import { auditRoute, renameRoute } from "#domain/staff/api.ts";
import { profileRoute } from "#domain/users/api.ts";
import { type AccountOwner, createAccountOwner, emailSubjectsTo } from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, runSql, type TestResponse, unique } from "#tests/support/browser.ts";
import { notificationTitlesOf } from "#tests/support/report-case.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";

const REASON = "Your old name gave away where you live.";
const TAKEN = "This username is taken. Try another one.";
const YEAR = 365 * 24 * 60 * 60 * 1000;

const admin = await signedInUser({ role: "admin" });

const freshName = () => `Renamed_${unique()}`;
const rename = (
  user: { username: string },
  username: string,
  reason = REASON,
  browser: Browser = admin,
): Promise<TestResponse> =>
  browser.call(renameRoute, { username, reason }, { params: { username: user.username } });
const nameOf = async ({ id }: { id: number }) =>
  (await runSql<{ username: string }>`select username from users where id = ${id}`)[0]?.username;

async function renamed(): Promise<AccountOwner & { former: string }> {
  const bob = await createAccountOwner();
  const username = freshName();
  expect((await rename(bob, username)).status).toBe(200);
  return Object.assign(bob, { former: bob.username, username });
}

const register = async (username: string): Promise<TestResponse> =>
  (await Browser.visitor()).call(registerRoute, signUpInput({ username }));

describe("a renamed account", () => {
  test("has its new name everywhere at once; its user gets an event, a notification and a mail", async () => {
    const bob = await createAccountOwner();
    const page = await connectSocket(bob);
    const username = freshName();
    admin.variant = {};
    const response = await rename(bob, username);
    admin.variant = null;
    expect(response.body).toEqual({ message: `${bob.username} is now ${username}.`, username });
    expect((await page.one("Renamed")).username).toBe(username);
    const url = `/users/${username}`;
    expect((await bob.call(sessionRoute)).body.user).toMatchObject({ username, url });
    const title = `Our staff changed your username to ${username}. Reason: ${REASON}`;
    expect(await notificationTitlesOf(bob)).toMatchObject([{ title, url }]);
    expect(await emailSubjectsTo(bob.email)).toEqual(["Your Bopolis username has changed"]);
    page.close();
  });

  test("is in the audit log with both names and the reason, and can get its old name back", async () => {
    const bob = await renamed();
    const { body } = await admin.call(auditRoute, { action: "user.rename" });
    const [entry] = body.data as Record<string, unknown>[];
    expect(entry).toMatchObject({
      actor: { username: admin.username },
      subject: { type: "user", id: String(bob.id), name: bob.username, url: `/staff/users/${bob.username}` },
      reason: REASON,
      before: { username: bob.former },
      after: { username: bob.username },
    });
    expect((await rename(bob, bob.former)).status).toBe(200);
    expect(await nameOf(bob)).toBe(bob.former);
    const rows = await runSql`select username from former_names where user_id = ${bob.id}`;
    expect(rows).toEqual([{ username: bob.username }]);
  });

  test("reserves its old name for a year", async () => {
    const [bob, ann] = [await renamed(), await signedInUser()];
    const lasting = sql`user_id = ${bob.id} and reserved_until - created_at = ${YEAR}`;
    expect(await countRows("former_names", lasting)).toBe(1);
    const name = bob.former.toUpperCase();
    for (const { status, body } of [await register(name), await rename(ann, name)])
      expect([status, body.errors]).toEqual([422, { username: [TAKEN] }]);
    await runSql`update former_names set reserved_until = ${Date.now() - 1} where user_id = ${bob.id}`;
    expect((await rename(ann, name)).status).toBe(200);
    expect(await nameOf(ann)).toBe(name);
  });

  test("can't get a name that looks like another member's, but one like its own; another case reserves nothing", async () => {
    const [bob, other] = [await createAccountOwner(), await createAccountOwner({ username: "Silver_Lynx" })];
    const { status, body } = await rename(bob, "Si1verLynx");
    const alike = ["This username looks like that of another member. Try another one."];
    expect([status, body.errors]).toEqual([422, { username: alike }]);
    expect((await rename(other, "SilverLynx")).status).toBe(200);
    expect((await rename(bob, bob.username.toUpperCase())).status).toBe(200);
    expect(await nameOf(bob)).toBe(bob.username.toUpperCase());
    expect(await countRows("former_names", sql`user_id = ${bob.id}`)).toBe(0);
  });

  test("gets only one new name from two concurrent renames", async () => {
    const bob = await createAccountOwner();
    const names = [freshName(), freshName()];
    const responses = await Promise.all(names.map((name) => rename(bob, name)));
    const done = responses.filter(({ status }) => status === 200);
    // The second one finds the account changed, or under its new name.
    expect(done).toHaveLength(1);
    expect(await nameOf(bob)).toBe(done[0]?.body.username);
    const logged = sql`action = 'user.rename' and subject_id = ${String(bob.id)}`;
    expect(await countRows("audit_log", logged)).toBe(1);
    expect(await countRows("former_names", sql`user_id = ${bob.id}`)).toBe(1);
  });
});

describe("the old URL of a renamed account", () => {
  test("redirects to the same page under the new name while the old one is reserved", async () => {
    const bob = await renamed();
    const visitor = await Browser.visitor();
    for (const rest of ["", "/levels?search=ice&page=2", "/inventory"]) {
      const { status, headers } = await visitor.fetch(`/users/${bob.former.toLowerCase()}${rest}`);
      expect([status, headers.get("Location")]).toEqual([302, `/users/${bob.username}${rest}`]);
    }
    await runSql`update former_names set reserved_until = ${Date.now() - 1} where user_id = ${bob.id}`;
    expect((await visitor.fetch(`/users/${bob.former}`)).status).toBe(404);
  });

  test("redirects API calls as well, including writes", async () => {
    const [bob, ann] = [await renamed(), await signedInUser()];
    const expectRedirect = ({ status, headers }: TestResponse, to: string) =>
      expect([status, headers.get("Location")]).toEqual([307, to]);
    const profile = await ann.call(profileRoute, { username: bob.former });
    expectRedirect(profile, `/api/users/${bob.username}`);
    expect(profile.cost.roundTrips).toBe(2);
    const levels = await ann.call(userLevelsRoute, { username: bob.former, page: 2 });
    expectRedirect(levels, `/api/users/${bob.username}/levels?page=2`);
    const again = await rename({ username: bob.former }, freshName());
    expectRedirect(again, `/api/staff/users/${bob.username}/rename`);
  });

  test("redirects nowhere for a name that no account had", async () => {
    const visitor = await Browser.visitor();
    for (const username of ["undefined", "null", "constructor", "__proto__", "toString", "nobody_at_all"]) {
      expect((await visitor.fetch(`/users/${username}`)).status, username).toBe(404);
      expect((await visitor.call(profileRoute, { username })).status, username).toBe(404);
    }
  });
});

test.each([
  ["a taken name", async () => (await signedInUser()).username.toUpperCase(), TAKEN],
  ["a reserved name", () => "Bopolis_Staff", API_ERRORS.name_reserved[1]],
  ["a name with a space", () => "ann b", "Username can only have letters, numbers and _."],
])("renaming an account to %s is rejected at the field and changes nothing", async (_, wanted, message) => {
  const bob = await createAccountOwner();
  const { status, body } = await rename(bob, await wanted());
  expect([status, body.errors]).toEqual([422, { username: [message] }]);
  expect(await nameOf(bob)).toBe(bob.username);
  expect(await countRows("former_names", sql`user_id = ${bob.id}`)).toBe(0);
  expect(await emailSubjectsTo(bob.email)).toEqual([]);
});

test("renaming an account to its current name, without a reason, or of a deleted account is rejected", async () => {
  const bob = await createAccountOwner();
  const same = ["That's already the account's username."];
  expect((await rename(bob, bob.username)).body.errors).toEqual({ username: same });
  expect((await rename(bob, freshName(), " ")).body.errors).toEqual({ reason: ["Reason is required."] });
  expect((await rename(await addUser({ deleted_at: 1 }), freshName())).status).toBe(404);
});
