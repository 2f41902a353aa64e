import { expect } from "vitest";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import type { Route } from "#domain/api/route.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import { addUser, Browser, firstRow, runSql, type TestResponse, testEnv, unique } from "./browser.ts";
import { blockAt } from "./build-client.ts";
import { clearInput } from "./clear-input.ts";
import { runInput } from "./run-input.ts";
import { straightRun } from "./runs.ts";
import { textureFileOf } from "./wearable.ts";
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
  const [admin, owner] = [await addUser({ role: "admin" }), await addUser()];
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
}

export const routeName = (route: Route) => `${route.method} ${route.path}`;
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

const texture = textureFileOf();

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const validEvent = () => ({
  short_name: "Good",
  highlight_color: "FFB800",
  starts_on: tomorrow(),
  ends_on: tomorrow(),
  level_ids: [attackTargets.level],
});

/** Valid input for each route with required fields. */
const VALID_INPUT: Record<string, () => Record<string, unknown>> = {
  "POST /api/auth/register": () => {
    const n = unique();
    const password = "long enough";
    return { username: `bad_${n}`, email: `bad_${n}@example.com`, password, password_confirmation: password };
  },
  "POST /api/auth/login": () => ({ login: "unknown", password: "wrong" }),
  "POST /api/auth/login/two-factor": () => ({ code: "123456" }),
  "POST /api/auth/confirm": () => ({ password: "wrong" }),
  "POST /api/auth/logout-other-devices": () => ({ password: "wrong" }),
  "POST /api/auth/2fa/enable": () => ({ code: "123456" }),
  "POST /api/auth/2fa/recovery-codes": () => ({ password: "wrong" }),
  "POST /api/auth/2fa/disable": () => ({ password: "wrong" }),
  "POST /api/auth/password/forgot": () => ({ email: "unknown@example.com" }),
  "POST /api/auth/password/reset": () => ({
    token: "gone",
    password: "long enough",
    password_confirmation: "long enough",
  }),
  "POST /api/forums/preview": () => ({ body: "Good" }),
  "POST /api/forums/{subforum}/threads": () => ({ title: "Good", body: "Good" }),
  "POST /api/forums/thread/{id}/reply": () => ({ body: "Good" }),
  "POST /api/forums/thread/{id}": () => ({ title: "Good", body: "Good" }),
  "POST /api/forums/thread/{id}/pin": () => ({ pinned: true }),
  "POST /api/forums/thread/{id}/lock": () => ({ locked: true }),
  "POST /api/forums/thread/{id}/read": () => ({ position: 0 }),
  "POST /api/forums/replies/{id}": () => ({ body: "Good" }),
  "POST /api/thread/{id}/move": () => ({ subforum_id: 2 }),
  "POST /api/staff/items/{id}/review": () => ({ decision: "hide", reason: "Good" }),
  "POST /api/staff/words": () => ({ word: "goodword", action: "hold" }),
  "POST /api/staff/words/try": () => ({ text: "Good" }),
  "POST /api/staff/held/{id}/decide": () => ({ approve: false, reason: "Good" }),
  "POST /api/auth/update": () => ({ theme_id: 2 }),
  "POST /api/auth/user": () => ({ bio: "Good" }),
  "POST /api/auth/user/email": () => ({ email: `bad_${unique()}@example.com`, password: "wrong" }),
  "POST /api/auth/email/verify": () => ({ token: "gone" }),
  "POST /api/auth/email/revert": () => ({ token: "gone" }),
  "POST /api/auth/user/password": () => ({
    current_password: "wrong",
    password: "long enough",
    password_confirmation: "long enough",
  }),
  "POST /api/auth/export": () => ({ password: "wrong" }),
  "POST /api/auth/delete": () => ({ username: "unknown", password: "wrong" }),
  "POST /api/auth/custom-themes": () => NEW_THEME,
  "POST /api/auth/custom-themes/{id}": () => NEW_THEME,
  "POST /api/levels": () => ({ title: "Good" }),
  "POST /api/levels/{id}": () => ({ title: "Good" }),
  "POST /api/staff/levels/{id}/feature": () => ({ featured: true }),
  "POST /api/levels/{levelId}/ratings": () => ({ rating: 5, difficulty: 5 }),
  "POST /api/levels/{id}/runs": runInput,
  "POST /api/levels/{id}/visits": () => ({ seconds: 0 }),
  "POST /api/builds": () => ({ title: "Good", start: "empty" }),
  "POST /api/builds/{id}/editors": () => ({ user_id: attackTargets.owner.id }),
  "POST /api/builds/{id}/checks": () => clearInput(straightRun()),
  "POST /api/builds/{id}/publish": () => ({ title: "Good", visibility: "private" }),
  "POST /api/prefabs": () => ({ name: "Good", parts: [blockAt([0, 0, 0])] }),
  "POST /api/comments/create": () => ({ type: "level", id: attackTargets.level, body: "Good" }),
  "POST /api/report/{reportType}/{target}": () => ({ reason: "spam" }),
  "POST /api/messages/send/{userId}": () => ({ body: "Good" }),
  "POST /api/staff/users/{username}/rename": () => ({ username: `calm_${unique()}`, reason: "spam" }),
  "POST /api/staff/users/{username}/role": () => ({ role: "moderator", reason: "Good" }),
  "POST /api/staff/users/{username}/decide": () => ({ case_ids: [1] }),
  "POST /api/staff/users/{username}/ban": () => ({ reason: "spam" }),
  "POST /api/staff/users/{username}/warn": () => ({ reason: "spam" }),
  "POST /api/appeals": () => ({ body: "Good" }),
  "POST /api/staff/reports/{id}/claim": () => ({ claim: true }),
  "POST /api/staff/appeals/{id}/decide": () => ({ accept: true, answer: "Good" }),
  "POST /api/avatar/update": () => ({ head_color: "ABCDEF" }),
  "POST /api/outfit/create": () => ({ name: "Good" }),
  "POST /api/outfit/edit/{id}": () => ({ name: "Good" }),
  "POST /api/outfit/wear/": () => ({ id: 1 }),
  "POST /api/shop/create/": () => ({ name: "Good", type_id: 4, texture }),
  "POST /api/items/{id}": () => ({ name: "Good" }),
  "POST /api/items/{id}/purchase": () => ({ price: 0 }),
  "POST /api/inventory/{id}/purchase": () => ({ price: 1 }),
  "POST /api/inventory/{id}/resale": () => ({ price: 1 }),
  "POST /api/staff/users/{username}/grant": () => ({ coins: 1, reason: "Good" }),
  "POST /api/staff/clears/{id}": () => ({ accept: true }),
  "POST /api/staff/events": validEvent,
  "POST /api/staff/events/{id}": validEvent,
  "POST /api/staff/challenges": () => ({ name: "Good", level_id: attackTargets.level, ends_on: tomorrow() }),
  "POST /api/staff/challenges/{id}": () => ({ name: "Good", ends_on: tomorrow() }),
  "POST /api/staff/hosts": () => ({
    name: `Good ${unique()}`,
    ip_address: "203.0.113.7",
    region: "weur",
    capacity: 10,
  }),
  "POST /api/join-token": () => ({ destination_type: "Level", id: attackTargets.level }),
};
export const validInput = (route: Route) => VALID_INPUT[routeName(route)]?.() ?? {};

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
) {
  expect(response.status, label).toBeGreaterThanOrEqual(400);
  expect(response.status, label).toBeLessThan(500);
  if (statuses.length) expect(statuses, label).toContain(response.status);
  expect(response.body, label).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  expect(String(response.body.message).length, label).toBeLessThan(300);
  expect(JSON.stringify(response.body), label).not.toMatch(/\.ts:|SQLITE|D1_ERROR|ZodError|at \w+ \(/);
  expect(response.cost.written, label).toBe(0);
  expect(response.cost.roundTrips, label).toBeLessThanOrEqual(mostRoundTrips);
  expect(response.cost.read, label).toBeLessThanOrEqual(MOST_ROWS);
}

/**
 * Every route reads its URL, body and fields in the same way: one of each kind gets the whole list, the others a
 * sample. `npm run test:nightly` sends every list to every route.
 */
export const ONE_OF_EACH_KIND = ["POST /api/comments/create", "POST /api/levels"];
export const isNightly = "NIGHTLY" in testEnv;
export const getsWholeList = (name: string) => isNightly || ONE_OF_EACH_KIND.includes(name);
