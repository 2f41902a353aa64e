import { expect } from "vitest";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import type { Route } from "#domain/api/route.ts";
import { addUser, Browser, firstRow, runSql, type TestResponse, testEnv, unique } from "./browser.ts";
import { ALL_CASES, routeName } from "./endpoints/all-cases.ts";
import { callerUsers, signInCallers } from "./endpoints/callers.ts";
import { clearInput, runInput, straightRun } from "./runs.ts";
import { addClear, addLevel } from "./world.ts";

/** The admin who calls, a level and its owner. `addTargets` fills it, and the path parameters. */
export const attackTargets = {} as {
  admin: { id: number; username: string };
  owner: { id: number; username: string };
  level: number;
};
export const params: Record<string, string | number> = {};

export async function addAttackTargets(): Promise<void> {
  // The level's id is also that of threads and posts, which begin at 1.
  await runSql`update sqlite_sequence set seq = 0 where name = 'levels'`;
  await signInCallers();
  const [admin, owner] = [callerUsers.admin, await addUser()];
  const level = await addLevel(owner.id);
  await addClear(admin.id, level);
  const row = await firstRow<{ id: number }>`insert into ratings (user_id, level_id, rating, difficulty,
    created_at)
      values (${admin.id}, ${level}, 5, 5, 1) returning id`;
  const check = await firstRow<{ id: number }>`insert into clear_checks (level_id, user_id, call, content,
    world, log, physics, start_tick,
        ticks, created_at, queued_at)
      values (${level}, ${owner.id}, ${`attack-${unique()}`}, 'x', 'x', 'x', 1, 0, 1, 1, 1) returning id`;
  Object.assign(attackTargets, { admin, owner, level });
  Object.assign(params, {
    id: level,
    levelId: level,
    ratingId: row?.id ?? 0,
    subforum: 2,
    revision: 1,
    checkId: check?.id ?? 0,
    username: owner.username,
    type: "level",
    reportType: "level",
    removalType: "level",
    target: String(level),
    userId: owner.id,
    tab: "buddies",
    followTab: "followers",
    messageId: `${admin.id}_${owner.id}_1`,
    sessionId: "x".repeat(43),
    category: "hat",
    page: 1,
    search: "hat",
  });
  for (const one of postRoutes) await makeInput(one);
}

/** Game hosts call with a key and no session; other tests cover their invalid input. */
export const routes = API_ROUTES.filter(({ access }) => access !== "host").map(
  (route) => [routeName(route), route] as const,
);
export const postRoutes = routes.filter(([, { method }]) => method === "POST");

/** The fields of a route's query or body. */
export function fieldsOf(route: Route): string[] {
  const { shape } = route.input._zod.def as unknown as { shape: Record<string, unknown> };
  return Object.keys(shape);
}

/** Valid input of each route. */
const validInputs: Record<string, Record<string, unknown>> = {};

/** Makes the input of a route as an admin sends it, without the fields that its path names. */
async function makeInput([name, { path }]: readonly [string, Route]): Promise<void> {
  const { make, params: inPath } = ALL_CASES[name] ?? {};
  const fields = Object.entries((await make?.("admin")) ?? {});
  validInputs[name] = Object.fromEntries(fields.filter(([field]) => inPath || !path.includes(`{${field}}`)));
}

/** Input that has to be new with each call, or simpler. */
const NEW_INPUT: Record<string, () => Record<string, unknown>> = {
  "POST /api/auth/register": () => {
    const n = unique();
    const password = "long enough";
    return { username: `bad_${n}`, email: `bad_${n}@example.com`, password, password_confirmation: password };
  },
  "POST /api/levels": () => ({ title: "Good" }),
  "POST /api/levels/{id}/runs": runInput,
  "POST /api/builds/{id}/checks": () => clearInput(straightRun()),
  // The name of a host is its own.
  "POST /api/staff/hosts": () => ({ ...validInputs["POST /api/staff/hosts"], name: `Good ${unique()}` }),
};
export const validInput = (route: Route) =>
  NEW_INPUT[routeName(route)]?.() ?? validInputs[routeName(route)] ?? {};

/** Rows read for a rejected call: the session and the target of the call. */
const MOST_ROWS = 50;

/** An admin's browser, which can call every route, so a rejection is due to the input. */
export const adminBrowser = () => Browser.signedIn(attackTargets.admin, "admin");

export function postBody(
  browser: Browser,
  path: string,
  body: BodyInit | null,
  type: string | null = "application/json",
) {
  const headers = { ...browser.writeHeaders(), ...(type && { "Content-Type": type }) };
  return browser.fetch(path, { method: "POST", body, headers });
}

export function expectErrorResponse(
  response: TestResponse,
  label: string,
  statuses: number[] = [],
  mostRoundTrips = 2,
  mostRows = MOST_ROWS,
) {
  expect(response.status, label).toBeGreaterThanOrEqual(400);
  expect(response.status, label).toBeLessThan(500);
  if (statuses.length) expect(statuses, label).toContain(response.status);
  expect(response.body, label).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  expect(String(response.body.message).length, label).toBeLessThan(300);
  expect(JSON.stringify(response.body), label).not.toMatch(/\.ts:|SQLITE|D1_ERROR|ZodError|at \w+ \(/);
  expect(response.cost.written, label).toBe(0);
  expect(response.cost.roundTrips, label).toBeLessThanOrEqual(mostRoundTrips);
  expect(response.cost.read, label).toBeLessThanOrEqual(mostRows);
}

/**
 * Every route reads its URL, body and fields in the same way: one of each kind gets the whole list, the others a
 * sample. `npm run test:nightly` sends every list to every route.
 */
export const ONE_OF_EACH_KIND = ["POST /api/comments/create", "POST /api/levels"];
export const isNightly = "NIGHTLY" in testEnv;
export const getsWholeList = (name: string) => isNightly || ONE_OF_EACH_KIND.includes(name);
