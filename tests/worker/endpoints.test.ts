import { API_ROUTES } from "#domain/api/api-routes.ts";
import { fillPath } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { Browser, testEnv } from "#tests/support/browser.ts";
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
  test.each(CALLERS)(
    "returns the status in the table to this caller, within its cost: %s",
    async (caller) => {
      if (!endpointCase) throw new Error(`${name} is missing from the table`);
      // Signing out and in changes the browser, so those get a fresh one.
      const disposable = route.path.startsWith("/api/auth/");
      const browser = disposable ? await browserOf(caller) : callerBrowsers[caller];
      const response = await callCase(browser, route, endpointCase, caller);
      expect(response.status, JSON.stringify(response.body)).toBe(
        endpointCase.but?.[caller] ?? endpointCase.expect,
      );
      if (response.status < 400) expectCost(response, mostCost(name, caller));
      else expect(response.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
    },
  );
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

  test.runIf(isForStaff)(
    "refuses staff whose role was taken away, and only renews their session",
    async () => {
      const demoted = () => Browser.signedIn(callerUsers.other, "admin");
      const renewal = await (await demoted()).call(sessionRoute);
      const response = await callCase(await demoted(), route, endpointCase, "admin");
      expect(response.status, JSON.stringify(response.body)).toBe(403);
      // The session gets a new token.
      expect(response.cost.written).toBe(renewal.cost.written);
    },
  );
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
