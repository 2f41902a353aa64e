import { type SQL, sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { favoriteLevelRoute, featureLevelRoute, levelRoute } from "#domain/levels/api.ts";
import { updateAccountRoute } from "#domain/settings/api.ts";
import { addUser, Browser, countRows, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { addMember, currentUsername } from "#tests/support/sign-up.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { submitPassword } from "#tests/support/two-factor.ts";
import { addLevel } from "#tests/support/world.ts";
import { SESSION_COOKIE, sign } from "#worker/http/session.ts";
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
    const page = await browser.call(levelRoute, { id: level });
    expect(page.body.level).toMatchObject({ can_edit: true });
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
