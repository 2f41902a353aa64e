import { sql } from "drizzle-orm";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import { fillPath, type Route } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { createThreadRoute } from "#domain/forums/api.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { Browser, countRows, forumDb, runForumSql, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { ALL_CASES, routeName } from "#tests/support/endpoints/all-cases.ts";
import {
  CALLERS,
  callCase,
  callerBrowsers,
  callerUsers,
  type EndpointCaller,
  isPlainRead,
  plainReadCase,
  signInCallers,
} from "#tests/support/endpoints/callers.ts";
import { whileReadOnly } from "#tests/support/read-only.ts";
import { tableSizes } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { KEYED_CALL_MS } from "#worker/http/keyed-calls.ts";
import { runSchedule } from "#worker/schedule.ts";

await signInCallers();

test("the table of callers lists every endpoint but plain reads, and nothing else", () => {
  const listed = API_ROUTES.filter((route) => !isPlainRead(route) || routeName(route) in ALL_CASES);
  expect(listed.map(routeName).sort()).toEqual(Object.keys(ALL_CASES).sort());
});

const browserOf = (caller: EndpointCaller): Promise<Browser> =>
  caller === "visitor"
    ? Browser.visitor()
    : Browser.signedIn(callerUsers[caller], caller === "moderator" || caller === "admin" ? caller : "member");

/** Writes of members that take a third round trip. */
const THREE_TRIPS = new Set([
  ...["POST /api/auth/register", "POST /api/auth/user", "POST /api/push/subscribe", "POST /api/shop/create/"],
  ...["POST /api/levels", "POST /api/builds", "POST /api/builds/{id}/publish"],
]);

/** The most that a call can cost in each database. Decisions of staff are rare. */
function mostCost(name: string, caller: EndpointCaller) {
  const isStaff = caller === "moderator" || caller === "admin";
  const trips = isStaff ? 5 : THREE_TRIPS.has(name) ? 3 : 2;
  return { roundTrips: trips, forumRoundTrips: trips, playRoundTrips: trips, written: 28 };
}

describe.each(API_ROUTES.map((route) => [routeName(route), route] as const))("%s", (name, route) => {
  const endpointCase = ALL_CASES[name] ?? (isPlainRead(route) ? plainReadCase(route) : undefined);
  test.each(CALLERS)("returns the status in the table within its cost: %s", async (caller) => {
    if (!endpointCase) throw new Error(`${name} is missing from the table`);
    // Signing out and in changes the browser, so those get a fresh one.
    const browser = route.path.startsWith("/api/auth/") ? await browserOf(caller) : callerBrowsers[caller];
    const response = await callCase(browser, route, endpointCase, caller);
    expect(response.status, JSON.stringify(response.body)).toBe(
      endpointCase.but?.[caller] ?? endpointCase.expect,
    );
    if (response.status < 400) expectCost(response, mostCost(name, caller));
    else expect(response.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  });
});

const forMembers = API_ROUTES.filter(({ access }) => access !== "public" && access !== "host");

describe.each(forMembers.map((route) => [routeName(route), route] as const))("%s", (name, route) => {
  const endpointCase = ALL_CASES[name] ?? plainReadCase(route);
  /** A caller whose session would be enough. */
  const caller = (["owner", "other", "admin"] as const).find(
    (one) => (endpointCase.but?.[one] ?? endpointCase.expect) < 400,
  );
  const isForStaff = route.access !== "member";

  test.runIf(caller)("refuses a session that has expired, and writes nothing", async () => {
    if (!caller) return;
    const browser = await Browser.signedIn(callerUsers[caller], caller === "admin" ? "admin" : "member", -1);
    const response = await callCase(browser, route, endpointCase, caller);
    expect(response, JSON.stringify(response.body)).toMatchObject({ status: 401, cost: { written: 0 } });
  });

  test.runIf(isForStaff)("refuses staff whose role was taken away, only renewing their session", async () => {
    const demoted = () => Browser.signedIn(callerUsers.other, "admin");
    const renewal = await (await demoted()).call(sessionRoute);
    const response = await callCase(await demoted(), route, endpointCase, "admin");
    expect(response.status, JSON.stringify(response.body)).toBe(403);
    // The session gets a new token.
    expect(response.cost.written).toBe(renewal.cost.written);
  });
});

// Game hosts have no cookies, and no browser sends their key on its own.
const writes = API_ROUTES.filter((route) => route.method === "POST" && route.access !== "host");

test.each(writes.map((route) => [routeName(route), route] as const))(
  "%s returns 419 without the CSRF token, the header or the site's own Origin",
  async (_, route) => {
    const browser = callerBrowsers.owner;
    const path = fillPath(route.path, {
      id: 1,
      levelId: 1,
      ratingId: 1,
      subforum: 1,
      revision: 1,
      reportType: "level",
      removalType: "level",
      target: "1",
      username: "someone",
      userId: 1,
      messageId: "1_2_1",
      checkId: 1,
      sessionId: "x".repeat(43),
    });
    const good = browser.writeHeaders();
    const bad = [
      { ...good, "X-CSRF-TOKEN": "wrong" },
      { ...good, "X-Requested-With": "" },
      { ...good, Origin: "https://evil.test" },
      { "X-CSRF-TOKEN": browser.csrf, "X-Requested-With": "XMLHttpRequest" },
    ];
    for (const headers of bad) {
      const response = await browser.fetch(path, {
        method: "POST",
        body: "{}",
        headers: { ...headers, "Content-Type": "application/json" },
      });
      expect(response.status).toBe(419);
    }
  },
);

/** A staff member's view of a user or a chat is logged in the same request. */
const LOGGED_ROUTE = "GET /api/staff/users/{username}";

test("no GET endpoint writes, except for the audit entry when staff view a user", async () => {
  // A role that a test has just stored can be missing in a copy that lags behind: then the request runs again at the primary.
  const mostRoundTrips = "LAGGING_COPY" in testEnv ? 3 : 2;
  for (const route of API_ROUTES.filter(({ method }) => method === "GET")) {
    const response = await callCase(callerBrowsers.admin, route, ALL_CASES[routeName(route)], "admin");
    if (routeName(route) === LOGGED_ROUTE) expect(response.cost.written).toBeGreaterThan(0);
    else expect(response.cost.written, routeName(route)).toBe(0);
    expect(response.cost.roundTrips, routeName(route)).toBeLessThanOrEqual(mostRoundTrips);
  }
});

const CREATING = API_ROUTES.filter(({ creates }) => creates);
const newKey = (): { "Idempotency-Key": string } => ({ "Idempotency-Key": crypto.randomUUID() });

await signInCallers();
// Their calls wait for background work, so what it writes is counted.
for (const browser of Object.values(callerBrowsers)) browser.variant = {};

/** Someone who can call a route, and their call. */
async function permittedCall(route: Route) {
  // A ban can be appealed once.
  await runSql`delete from appeals`;
  const endpoint = ALL_CASES[routeName(route)];
  const caller = CALLERS.find((name) => (endpoint?.but?.[name] ?? endpoint?.expect ?? 400) < 300);
  if (!endpoint || !caller) throw new Error(`No one can call ${routeName(route)}.`);
  return { browser: callerBrowsers[caller], call: (await endpoint.make?.(caller)) ?? {} };
}

/** The rows of the main database, and the posts of the forums. */
const rowCounts = async () => ({
  ...(await tableSizes()),
  ...(await forumDb.first<Record<string, number>>({
    sql: "select (select count(*) from threads) as threads, (select count(*) from replies) as replies",
    params: [],
  })),
});

test("every endpoint that responds with 201 declares it, unless its calls have a key of their own", () => {
  const others = API_ROUTES.filter(
    ({ status, creates, access }) => status === 201 && !creates && access !== "host",
  );
  expect(others.map(({ path }) => path).sort()).toEqual([
    // One at a time, and one a day.
    "/api/auth/export",
    // A name and an address can be signed up once.
    "/api/auth/register",
    // Their input has a key.
    "/api/builds/{id}/checks",
    "/api/levels/{id}/runs",
    // Its response has a secret, which isn't stored.
    "/api/staff/hosts",
  ]);
});

describe.each(CREATING.map((route) => [routeName(route), route] as const))("%s", (_, route) => {
  test("is done once for two calls at the same time, and a later one writes nothing", async () => {
    const { browser, call } = await permittedCall(route);
    const headers = newKey();
    const send = () => browser.call(route, call, { headers });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const run = route.creates === "forum" ? runForumSql : runSql;
    const key = headers["Idempotency-Key"];
    expect(await run`select status from keyed_calls where key = ${key}`).toEqual([{ status: first.status }]);
    const rows = await rowCounts();
    const later = await send();
    expect([later.status, later.body]).toEqual([first.status, first.body]);
    expect(await rowCounts()).toEqual(rows);
  });
});

const comment = (browser: Browser, level: number, body: string, headers = newKey()) =>
  browser.call(createCommentRoute, { type: "level", id: level, body }, { headers });
const commentsOn = (level: number) => countRows("comments", sql`target_id = ${level}`);

/** A user with a level of their own, and a key. */
async function arrange() {
  const user = await signedInUser();
  return { user, level: await addLevel(user.id), headers: newKey() };
}

describe("a key", () => {
  test("with other content is refused", async () => {
    const { user, level, headers } = await arrange();
    expect((await comment(user, level, "First", headers)).status).toBe(201);
    const other = await comment(user, level, "Second", headers);
    expect([other.status, other.body.code]).toEqual([409, "idempotency_mismatch"]);
    const elsewhere = await comment(user, await addLevel(user.id), "First", headers);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, "idempotency_mismatch"]);
    expect(await commentsOn(level)).toBe(1);
  });

  test("that isn't one is refused; another belongs to its user", async () => {
    const { user, level, headers } = await arrange();
    const { status, body } = await comment(user, level, "Hi", { "Idempotency-Key": "short" });
    expect([status, body.code]).toEqual([422, "idempotency_key"]);
    for (const browser of [user, await signedInUser()])
      expect((await comment(browser, level, "Same words, same key", headers)).status).toBe(201);
    expect(await commentsOn(level)).toBe(2);
  });

  test("keeps a refusal that was written, and lets a call that wrote nothing be sent again", async () => {
    const user = await signedInUser();
    const headers = newKey();
    const hidden = await addLevel((await signedInUser()).id, { visibility: "private" });
    expect((await comment(user, hidden, "Hello", headers)).status).toBe(404);
    await runSql`update levels set visibility = 'public' where id = ${hidden}`;
    expect((await comment(user, hidden, "Hello", headers)).status).toBe(201);
    await runSql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
      insert into outfits (user_id, name, colors, created_at) select ${user.id}, 'Outfit', '', 1 from n`;
    const key = newKey();
    const save = () => user.call(createOutfitRoute, { name: "One more" }, { headers: key });
    const full = await save();
    expect(full.body.code).toBe("outfit_limit");
    await runSql`delete from outfits where user_id = ${user.id}`;
    expect((await save()).body).toEqual(full.body);
  });

  test("says what it knows if the process ended before the response was stored", async () => {
    const { user, level, headers } = await arrange();
    user.variant = {};
    await comment(user, level, "Half way", headers);
    await runSql`update keyed_calls set status = null, body = null where user_id = ${user.id}`;
    const again = await comment(user, level, "Half way", headers);
    expect([again.status, again.body.code]).toEqual([409, "already_done"]);
    expect(await commentsOn(level)).toBe(1);
  });

  test("works after read-only mode refused the call, and adds three rows and no round trip that it waits for", async () => {
    const { user, level, headers } = await arrange();
    const refused = await whileReadOnly(() => comment(user, level, "Later", headers));
    expect(refused.body.code).toBe("read_only");
    expect((await comment(user, level, "Later", headers)).status).toBe(201);
    expect(await commentsOn(level)).toBe(1);
    expectCost(await comment(user, level, "Cheap"), { roundTrips: 2, written: 25 });
    const input = { subforum: 2, title: "Cheap", body: "Hello" };
    expect((await user.call(createThreadRoute, input, { headers: newKey() })).cost.forumRoundTrips).toBe(2);
  });

  test("is deleted after a day", async () => {
    const { user, level, headers: old } = await arrange();
    await comment(user, level, "Old", old);
    await comment(user, level, "New");
    await runSql`update keyed_calls set created_at = created_at - ${KEYED_CALL_MS + 60_000}
      where key = ${old["Idempotency-Key"]}`;
    await runSchedule(testEnv);
    expect(await countRows("keyed_calls", sql`user_id = ${user.id}`)).toBe(1);
  });
});
