import { sql } from "drizzle-orm";
import { loginRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { createAccountOwner, emailSubjectsTo } from "#tests/support/account-owner.ts";
import { addUser, Browser, countRows, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { browserWith, currentUsername, signUpInput } from "#tests/support/sign-up.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { codeAt, createTwoFactorUser, submitPassword, submitSecondStep } from "#tests/support/two-factor.ts";
import { FULL_COST, hashPassword, keyDerivation } from "#worker/auth/password.ts";
import { type AttemptsKey, hashToken, inventedKey } from "#worker/http/session.ts";

/** A visitor whose attempts are limited. */
const limited = () => browserWith({ RATE_LIMITS: "on" });

describe("guessing passwords", () => {
  /** Records earlier attempts; real ones would each derive a key. */
  const addAttempts = async (key: AttemptsKey, tries: number) => {
    const { object, entry } = typeof key === "string" ? { object: key, entry: undefined } : key;
    for (let n = 0; n < tries; n++) await testEnv.THROTTLE.getByName(object).attempt(10, 900, 1, entry);
  };

  test("doesn't lock the owner out of a browser the account knows", async () => {
    const bob = await createAccountOwner();
    const own = await limited();
    expect((await submitPassword(own, bob.username)).status).toBe(200);
    const strangers = `login:${bob.id}`;
    await addAttempts(strangers, 9);
    const stranger = await limited();
    const guess = async (browser: Browser) => (await submitPassword(browser, bob.username, "wrong")).status;
    expect([await guess(stranger), await guess(stranger)]).toEqual([422, 429]);
    expect((await submitPassword(await limited(), bob.username)).status).toBe(429);
    expect((await submitPassword(own, bob.username)).status).toBe(200);
    await addAttempts(`${strangers}:${hashToken(`browser:${own.cookies.get("bopolis_browser")}`)}`, 9);
    expect([await guess(own), await guess(own)]).toEqual([422, 429]);
  });

  test("gets ten attempts per account, by username and email address together", async () => {
    const bob = await createAccountOwner();
    const browser = await limited();
    const tries = [];
    for (let n = 0; n < 11; n++) {
      const login = [bob.username, bob.email, bob.username.toUpperCase(), ` ${bob.email} `][n % 4] ?? "";
      tries.push((await submitPassword(browser, login, "wrong")).status);
    }
    expect(tries).toEqual([...Array(10).fill(422), 429]);
    for (const login of [bob.username, bob.email])
      expect((await submitPassword(browser, login)).status).toBe(429);
  });

  test("is limited just as much for an account that doesn't exist", async () => {
    const browser = await limited();
    const bob = await createAccountOwner();
    const unknown = (login: string) => [login, inventedKey("login-unknown", login)] as const;
    for (const [login, key] of [
      [bob.username, `login:${bob.id}`] as const,
      unknown("unknown_user"),
      unknown("unknown.user@example.com"),
    ]) {
      await addAttempts(key, 9);
      expect((await submitPassword(browser, login, "wrong")).status).toBe(422);
      const { status, body } = await submitPassword(browser, login, "wrong");
      expect([status, body.message]).toEqual([429, "Too many tries. Wait 15 minutes and try again."]);
    }
  });

  test("reveals nothing about existing accounts, neither by the response nor by the work for it", async () => {
    const password_hash = await hashPassword("plum harbour 42");
    const bob = await createAccountOwner({ password_hash });
    const ann = await createTwoFactorUser({ password_hash });
    const deleted = await createAccountOwner({ password_hash, deleted_at: 1 });
    const empty = await addUser({ password_hash: "" });
    const browser = await browserWith({ PASSWORD_COST: "full" });
    const cases: [login: string, password?: string][] = [
      [`unknown_${unique()}`],
      [`unknown_${unique()}@example.com`],
      [bob.username],
      [bob.email],
      [ann.username],
      [deleted.username, "plum harbour 42"],
      [empty.username],
    ];
    const derive = vi.spyOn(keyDerivation, "derive");
    onTestFinished(() => derive.mockRestore());
    const seenResponses = new Set<string>();
    for (const [login, password = "wrong horse"] of cases) {
      derive.mockClear();
      const { status, body, headers, cost } = await submitPassword(browser, login, password);
      const names = [...headers.keys()].sort().join();
      expect(derive.mock.calls.map(([, , derivation]) => derivation)).toEqual([FULL_COST]);
      seenResponses.add(JSON.stringify([status, body, names, cost.roundTrips, cost.written]));
    }
    expect([...seenResponses]).toHaveLength(1);
  });
});

describe("signing in again in the same browser", () => {
  const sessionsOf = ({ id }: { id: number }) => countRows("sessions", sql`user_id = ${id}`);

  test("ends its previous session with its sockets, and no other browser's", async () => {
    const bob = await createAccountOwner();
    const elsewhere = await Browser.signedIn(bob);
    const copied = await Browser.visitor();
    for (const [name, value] of bob.cookies) copied.cookies.set(name, value);
    const page = await connectSocket(bob);
    const before = await sessionsOf(bob);
    expect((await submitPassword(bob, bob.username)).status).toBe(200);
    expect((await page.end()).code).toBe(CLOSE_CODES.sessionEnded);
    expect(await sessionsOf(bob)).toBe(before);
    expect(await currentUsername(bob)).toBe(bob.username);
    expect(await currentUsername(copied)).toBeNull();
    expect(await currentUsername(elsewhere)).toBe(bob.username);
  });

  test("ends the previous session only after the second step, also for another account or a sign-up", async () => {
    const [bob, ann] = [await createAccountOwner(), await createTwoFactorUser()];
    await submitPassword(bob, ann.username);
    expect(await sessionsOf(bob)).toBe(1);
    await submitSecondStep(bob, { code: codeAt(ann) });
    expect([await sessionsOf(bob), await currentUsername(bob)]).toEqual([0, ann.username]);
    const before = await sessionsOf(ann);
    const input = signUpInput();
    await bob.call(registerRoute, input);
    expect([await sessionsOf(ann), await currentUsername(bob)]).toEqual([before - 1, input.username]);
  });

  test("keeps the previous session if the password is wrong", async () => {
    const bob = await createAccountOwner();
    expect((await submitPassword(bob, bob.username, "wrong")).status).toBe(422);
    expect(await currentUsername(bob)).toBe(bob.username);
  });
});

describe("a browser unknown to the account", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0";
  const NEW = "A new browser signed in to your account on Bopolis";
  const from = (browser: Browser, login: string, cf: object) =>
    browser.fetch(loginRoute.path, {
      method: "POST",
      body: JSON.stringify({ login, password: "plum harbour 42" }),
      headers: { ...browser.writeHeaders(), "Content-Type": "application/json", "User-Agent": FIREFOX },
      ...({ cf } as object),
    });

  test("is announced by mail once, with its name and place and what to do", async () => {
    const bob = await createAccountOwner();
    const browser = await browserWith({ ORIGIN: "https://bopolis.example" });
    expect((await from(browser, bob.username, { city: "Lyon", country: "FR" })).status).toBe(200);
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW]);
    const [mail] = await runSql`select body from mails where recipient = ${bob.email}`;
    const links = ["forgot-password", "settings/account"].map((path) => `https://bopolis.example/${path}`);
    for (const part of ["Firefox on Windows\nLyon, France\n", " UTC", ...links])
      expect(mail?.body).toContain(part);
    const [session] = await runSql`select place from sessions where user_id = ${bob.id} and place <> ''`;
    expect(session).toEqual({ place: "Lyon, France" });
    await from(browser, bob.username, {});
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW]);
    await from(await browserWith({}), bob.username, { country: "T1" });
    expect(await emailSubjectsTo(bob.email)).toEqual([NEW, NEW]);
    const [last] = await runSql`select body from mails where recipient = ${bob.email} order by id desc`;
    expect(last?.body).toContain("Firefox on Windows\nUnknown location\n");
  });

  test("isn't the one in which the account was created", async () => {
    const browser = await browserWith({});
    const input = signUpInput();
    await browser.call(registerRoute, input);
    await submitPassword(browser, input.username);
    expect(await emailSubjectsTo(input.email)).toEqual(["Confirm your email address for Bopolis"]);
    expect(await countRows("known_browsers", sql`browser <> ''`)).toBeGreaterThan(0);
  });

  test("is announced after the second step only", async () => {
    const ann = await createTwoFactorUser();
    const browser = await browserWith({});
    await submitPassword(browser, ann.username);
    expect(await emailSubjectsTo(ann.email)).toEqual([]);
    await submitSecondStep(browser, { code: codeAt(ann) });
    expect(await emailSubjectsTo(ann.email)).toEqual([NEW]);
  });

  test("is stored as a hash", async () => {
    const bob = await createAccountOwner();
    const browser = await browserWith({});
    await submitPassword(browser, bob.username);
    const cookie = browser.cookies.get("bopolis_browser") ?? "";
    const rows = await runSql`select browser from known_browsers where user_id = ${bob.id}`;
    expect(rows).toEqual([{ browser: hashToken(`browser:${cookie}`) }]);
  });
});
