import { API_ERRORS } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import {
  type Device,
  deviceListRoute,
  endDeviceRoute,
  logoutOtherDevicesRoute,
} from "#domain/security/api.ts";
import { type AccountOwner, createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { Browser, runSql } from "#tests/support/browser.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { hashToken, SESSION_COOKIE } from "#worker/http/session.ts";

const HOUR = 3_600_000;

const sessionOf = (browser: Browser) =>
  hashToken((browser.cookies.get(SESSION_COOKIE) ?? "").split(".")[0] ?? "");

async function devicesOf(browser: Browser): Promise<Device[]> {
  const { status, body, cost } = await browser.call(deviceListRoute);
  expect([status, cost.roundTrips]).toEqual([200, 1]);
  return body.data as Device[];
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
    const expired = await Browser.signedIn(ann);
    await runSql`update sessions set expires_at = 5 where id = ${sessionOf(expired)}`;
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

  test("lists browsers that no one else can sign out", async () => {
    const [ann, bob] = [await createAccountOwner(), await createAccountOwner()];
    expect((await end(bob, sessionOf(ann))).status).toBe(404);
    expect(await devicesOf(ann)).toHaveLength(1);
  });

  test("lists the current browser, whose sign-out clears its cookie", async () => {
    const ann = await createAccountOwner();
    expect((await end(ann, sessionOf(ann))).status).toBe(200);
    expect(ann.cookies.has(SESSION_COOKIE)).toBe(false);
  });
});

describe("POST /api/auth/logout-other-devices", () => {
  test("needs the password and keeps the calling browser and its socket", async () => {
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

  test("doesn't end sessions of other members", async () => {
    const [ann, bob] = [await createAccountOwner(), await createAccountOwner()];
    await logOutOthers(ann);
    expect(await devicesOf(bob)).toHaveLength(1);
  });
});
