import { type SQL, sql } from "drizzle-orm";
import type { OutputOf } from "#domain/api/route.ts";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { API_ERRORS } from "#domain/errors.ts";
import { favoriteLevelRoute, featureLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { deviceListRoute, endDeviceRoute, logoutOtherDevicesRoute } from "#domain/security/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { type AccountOwner, createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { addMember, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";
import { hashToken, SESSION_COOKIE, sign } from "#worker/http/session.ts";
import { runSchedule } from "#worker/schedule.ts";

const HOUR = 3_600_000;

const setCookies = (response: TestResponse) => response.headers.getSetCookie().join();

describe("a session", () => {
  const write = (browser: Browser) => browser.call(updateAccountRoute, { theme_id: 3 });

  test("rejects a forged cookie", async () => {
    const user = await addUser();
    const admin = await addUser({ role: "admin" });
    const own = (await Browser.signedIn(user)).cookies.get(SESSION_COOKIE) ?? "";
    const [token = "", id = "", role = "", mac = ""] = own.split(".");
    const forged = [
      [token, id, "admin", mac],
      [token, String(admin.id), role, mac],
      [`${token}x`, id, role, mac],
      [token, id, role, `${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`],
      [token, id, role, ""],
      [token, id, role],
      [token, id, "owner", sign(testEnv.SESSION_SECRET, `session:${token}.${id}.owner`)],
      [token, "NaN", role, sign(testEnv.SESSION_SECRET, `session:${token}.NaN.${role}`)],
      [token, id, role, sign("another secret", `session:${token}.${id}.${role}`)],
      ["", "", "", ""],
      ["a".repeat(4_000), id, role, mac],
    ];
    for (const parts of forged) {
      const browser = await Browser.visitor();
      browser.cookies.set(SESSION_COOKIE, parts.join("."));
      expect(await currentUsername(browser), parts.join(".")).toBeNull();
      expect((await write(browser)).status).toBe(401);
    }
  });

  test("rejects a signed cookie that combines one account's token with another account's id", async () => {
    const [user, admin] = [await addUser(), await addUser({ role: "admin" })];
    const browser = await Browser.signedIn(user);
    const [token = ""] = (browser.cookies.get(SESSION_COOKIE) ?? "").split(".");
    const claims = `${token}.${admin.id}.admin`;
    browser.cookies.set(SESSION_COOKIE, `${claims}.${sign(testEnv.SESSION_SECRET, `session:${claims}`)}`);
    expect(await currentUsername(browser)).toBeNull();
  });

  test("gains and loses the admin role from the next request on", async () => {
    const browser = await signedInUser();
    const level = await addLevel((await addUser()).id);
    const feature = () => browser.call(featureLevelRoute, { id: level, featured: true });
    expect((await feature()).status).toBe(403);
    const secretOf = () => (browser.cookies.get(SESSION_COOKIE) ?? "").split(".")[0];
    const before = secretOf();
    await runSql`update users set role = 'admin', two_factor_at = 1 where id = ${browser.id}`;
    const promoted = await feature();
    expect(promoted.status).toBe(200);
    expect(setCookies(promoted)).toContain(`.${browser.id}.admin.`);
    // A copy of the old cookie doesn't get the new role.
    expect(secretOf()).not.toBe(before);
    expect((await browser.call(levelRoute, { id: level })).body.level).toMatchObject({ can_edit: true });
    await runSql`update users set role = 'member' where id = ${browser.id}`;
    const demoted = await feature();
    expect(demoted.status).toBe(403);
    expect(setCookies(demoted)).toContain(`.${browser.id}.member.`);
    expect(await countRows("levels", sql`id = ${level} and featured_at is not null`)).toBe(1);
  });

  test("keeps the input of the request that finds its role changed", async () => {
    const browser = await signedInUser();
    await runSql`update users set role = 'moderator', two_factor_at = 1 where id = ${browser.id}`;
    const response = await browser.call(updateAccountRoute, { appear_offline: true });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    expect(setCookies(response)).toContain(`.${browser.id}.moderator.`);
    const page = await browser.call(sessionRoute);
    expect(page.body.user).toMatchObject({ role: "moderator", appear_offline: true });
  });

  test.each<[string, (id: number) => SQL]>([
    ["expired", (id) => sql`update sessions set expires_at = 1 where user_id = ${id}`],
    ["was ended elsewhere", (id) => sql`delete from sessions where user_id = ${id}`],
  ])("that %s makes the caller a visitor and clears the cookie", async (_, end) => {
    const level = await addLevel((await addUser()).id);
    for (const request of [
      (browser: Browser) => browser.call(sessionRoute),
      (browser: Browser) => browser.call(levelRoute, { id: level }),
      (browser: Browser) => browser.fetch(`/levels/${level}`),
    ]) {
      const browser = await signedInUser();
      await runSql`${end(browser.id)}`;
      const response = await request(browser);
      expect(response.status).toBe(200);
      expect(JSON.stringify(response.body)).not.toContain(browser.username);
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    }
    for (const request of [write, (browser: Browser) => browser.call(favoriteLevelRoute, { id: level })]) {
      const browser = await signedInUser();
      await runSql`${end(browser.id)}`;
      const { status, body, cost } = await request(browser);
      expect([status, body.code, cost.written]).toEqual([401, "session_changed", 0]);
      expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    }
  });

  test("that has ended doesn't prevent signing in again", async () => {
    const user = await addMember();
    const browser = await Browser.signedIn(user);
    await runSql`delete from sessions where user_id = ${user.id}`;
    expect((await submitPassword(browser, user.username)).status).toBe(200);
    expect(await currentUsername(browser)).toBe(user.username);
  });

  test("is deleted by the schedule once expired, like expired tokens", async () => {
    const [expiredUser, activeUser] = [await addUser(), await addUser()];
    await Browser.signedIn(expiredUser);
    await Browser.signedIn(activeUser);
    await runSql`update sessions set expires_at = 5 where user_id = ${expiredUser.id}`;
    await runSql`insert into tokens (id, kind, user_id, email, created_at, expires_at)
     
        values ('old', 'reset', ${activeUser.id}, 'a@example.com', 1, 5), ('new', 'reset', ${activeUser.id}, 'a@example.com', 1, ${Date.now() + HOUR})`;
    await runSchedule(testEnv);
    await runSchedule(testEnv);
    expect(await countRows("sessions", sql`user_id in (${expiredUser.id}, ${activeUser.id})`)).toBe(1);
    expect(await runSql`select id from tokens where email = 'a@example.com'`).toEqual([{ id: "new" }]);
  });
});

describe("a banned account", () => {
  const REASON = "Selling levels";

  test("reads and signs out; every write is rejected with the reason and the end of the ban", async () => {
    const until = Date.UTC(2099, 0, 2, 15, 4);
    const user = await addMember({ banned_at: 1, banned_until: until, ban_reason: REASON });
    const browser = await Browser.signedIn(user);
    const level = await addLevel((await addUser()).id);
    expect((await browser.call(levelRoute, { id: level })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({
      banned: { reason: REASON, until: "2099-01-02T15:04:00.000Z" },
    });
    for (const response of [
      await browser.call(favoriteLevelRoute, { id: level }),
      await browser.call(updateAccountRoute, { theme_id: 2 }),
      await browser.call(registerRoute, signUpInput()),
    ]) {
      const message = `Your account is banned until 01/02/2099 03:04 PM UTC. Reason: ${REASON}`;
      expect(response).toMatchObject({
        status: 403,
        body: { code: "banned", message },
        cost: { written: 0 },
      });
    }
    expect((await browser.call(logoutRoute)).status).toBe(200);
  });

  test("gets the ban as its error even when its input is invalid, and its reason when it signs in", async () => {
    const user = await addMember({ banned_at: 1, ban_reason: REASON });
    const response = await (await Browser.signedIn(user)).call(updateAccountRoute, { theme_id: 99 });
    expect(response.status).toBe(403);
    expect(response.body.message).toBe(`Your account is banned permanently. Reason: ${REASON}`);
    const signedIn = await submitPassword(await Browser.visitor(), user.username);
    expect(signedIn.body.user).toMatchObject({ banned: { reason: REASON, until: null } });
  });

  test("is an ordinary account again once the ban is over", async () => {
    const browser = await Browser.signedIn(await addMember({ banned_at: 1, banned_until: Date.now() - 1 }));
    expect((await browser.call(updateAccountRoute, { theme_id: 2 })).status).toBe(200);
    expect((await browser.call(sessionRoute)).body.user).toMatchObject({ banned: null });
  });
});

const sessionOf = (browser: Browser) =>
  hashToken((browser.cookies.get(SESSION_COOKIE) ?? "").split(".")[0] ?? "");

async function devicesOf(browser: Browser) {
  const { status, body, cost } = await browser.call(deviceListRoute);
  expect([status, cost.roundTrips]).toEqual([200, 1]);
  return body.data as OutputOf<typeof deviceListRoute>["data"];
}

const end = (browser: Browser, sessionId: string) => browser.call(endDeviceRoute, { sessionId });
const logOutOthers = (browser: AccountOwner, password = PASSWORD) =>
  browser.call(logoutOtherDevicesRoute, { password });

describe("GET /api/auth/sessions", () => {
  test("returns the signed-in browsers by name, the current one first, then by last use", async () => {
    const ann = await createAccountOwner();
    const [phone, desk] = [await Browser.signedIn(ann), await Browser.signedIn(ann)];
    const set = (browser: Browser, device: string, place: string, seen: number) =>
      runSql`update sessions set device = ${device}, place = ${place}, seen_at = ${seen}
        where id = ${sessionOf(browser)}`;
    const firefox = "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0";
    await set(phone, firefox, "Lyon, France", 5 * HOUR);
    await set(desk, "curl/8", "", 9 * HOUR);
    await set(ann, "", "", 1 * HOUR);
    await runSql`update sessions set expires_at = 5 where id = ${sessionOf(await Browser.signedIn(ann))}`;
    await Browser.signedIn(await createAccountOwner());
    const list = await devicesOf(ann);
    expect(list.map(({ device, place, current, seen_at }) => [device, place, current, seen_at])).toEqual([
      ["Unknown browser", "", true, "1970-01-01T01:00:00.000Z"],
      ["Unknown browser", "", false, "1970-01-01T09:00:00.000Z"],
      ["Firefox on Android", "Lyon, France", false, "1970-01-01T05:00:00.000Z"],
    ]);
    expect(list.map(({ id }) => id)).toEqual([ann, desk, phone].map(sessionOf));
  });

  test("returns when each browser last opened a page, to the hour", async () => {
    const ann = await createAccountOwner();
    ann.variant = {};
    const seen = async () => (await devicesOf(ann))[0]?.seen_at ?? "";
    const before = await seen();
    await ann.fetch("/");
    expect(await seen()).toBe(before);
    await runSql`update sessions set seen_at = ${Date.now() - 2 * HOUR} where user_id = ${ann.id}`;
    await ann.fetch("/");
    expect(Date.parse(await seen())).toBeGreaterThan(Date.now() - HOUR);
  });

  test("lists browsers that can be signed out one by one, with their sockets", async () => {
    const ann = await createAccountOwner();
    const [phone, desk] = [await Browser.signedIn(ann), await Browser.signedIn(ann)];
    const [ending, staying] = [await connectSocket(phone), await connectSocket(desk)];
    const done = await end(ann, sessionOf(phone));
    expect([done.status, done.body.message]).toEqual([200, "The browser is signed out."]);
    expect((await ending.end()).code).toBe(CLOSE_CODES.sessionEnded);
    await staying.settled();
    expect(staying.closed).toBeNull();
    staying.close();
    expect((await phone.call(deviceListRoute)).status).toBe(401);
    expect(await devicesOf(ann)).toHaveLength(2);
    const again = await end(ann, sessionOf(phone));
    expect([again.status, again.body.message]).toEqual([404, "This browser is already signed out."]);
  });

  test("lists browsers that no one else can sign out, and the current one, whose sign-out clears its cookie", async () => {
    const [ann, bob] = [await createAccountOwner(), await createAccountOwner()];
    expect((await end(bob, sessionOf(ann))).status).toBe(404);
    expect(await devicesOf(ann)).toHaveLength(1);
    expect((await end(ann, sessionOf(ann))).status).toBe(200);
    expect(ann.cookies.has(SESSION_COOKIE)).toBe(false);
  });
});

test("POST /api/auth/logout-other-devices needs the password and keeps the calling browser and its socket", async () => {
  const ann = await createAccountOwner();
  const others = [await Browser.signedIn(ann), await Browser.signedIn(ann)];
  const own = await connectSocket(ann);
  const sockets = await Promise.all(others.map((browser) => connectSocket(browser)));
  const wrong = await logOutOthers(ann, "wrong horse");
  expect([wrong.status, wrong.body.errors]).toEqual([422, { password: [API_ERRORS.wrong_password[1]] }]);
  expect(await devicesOf(ann)).toHaveLength(3);
  const done = await logOutOthers(ann);
  expect([done.status, done.body.message]).toEqual([200, "All other browsers are signed out."]);
  for (const socket of sockets) expect((await socket.end()).code).toBe(CLOSE_CODES.sessionEnded);
  await own.settled();
  expect(own.closed).toBeNull();
  own.close();
  expect(await devicesOf(ann)).toHaveLength(1);
  for (const browser of others) expect((await browser.call(deviceListRoute)).status).toBe(401);
  expect((await logOutOthers(ann)).status).toBe(200);
});

test("POST /api/auth/logout-other-devices doesn't end sessions of other members", async () => {
  const [ann, bob] = [await createAccountOwner(), await createAccountOwner()];
  await logOutOthers(ann);
  expect(await devicesOf(bob)).toHaveLength(1);
});
