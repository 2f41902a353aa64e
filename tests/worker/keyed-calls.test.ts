import { sql } from "drizzle-orm";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import type { Route } from "#domain/api/route.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { createThreadRoute } from "#domain/forums/api.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { type Browser, countRows, forumDb, runForumSql, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { ALL_CASES, routeName } from "#tests/support/endpoints/all-cases.ts";
import { CALLERS, callerBrowsers, signInCallers } from "#tests/support/endpoints/callers.ts";
import { whileReadOnly } from "#tests/support/read-only.ts";
import { tableSizes } from "#tests/support/stored.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addLevel } from "#tests/support/world.ts";
import { KEYED_CALL_MS } from "#worker/http/keyed-calls.ts";
import { runSchedule } from "#worker/schedule.ts";

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
  test("repeats its response as before and writes nothing", async () => {
    const { browser, call } = await permittedCall(route);
    const headers = newKey();
    const first = await browser.call(route, call, { headers });
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const rows = await rowCounts();
    const second = await browser.call(route, call, { headers });
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await rowCounts()).toEqual(rows);
  });

  test("does two calls at the same time once", async () => {
    const { browser, call } = await permittedCall(route);
    const headers = newKey();
    const send = () => browser.call(route, call, { headers });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    const run = route.creates === "forum" ? runForumSql : runSql;
    const key = headers["Idempotency-Key"];
    expect(await run`select status from keyed_calls where key = ${key}`).toEqual([{ status: first.status }]);
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

  test("that isn't one is refused", async () => {
    const { user, level } = await arrange();
    const { status, body } = await comment(user, level, "Hi", { "Idempotency-Key": "short" });
    expect([status, body.code]).toEqual([422, "idempotency_key"]);
  });

  test("belongs to its user", async () => {
    const { user, level, headers } = await arrange();
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

  test("works after read-only mode refused the call", async () => {
    const { user, level, headers } = await arrange();
    const refused = await whileReadOnly(() => comment(user, level, "Later", headers));
    expect(refused.body.code).toBe("read_only");
    expect((await comment(user, level, "Later", headers)).status).toBe(201);
    expect(await commentsOn(level)).toBe(1);
  });

  test("adds three rows and no round trip that the call waits for", async () => {
    const { user, level, headers } = await arrange();
    expectCost(await comment(user, level, "Cheap"), { roundTrips: 2, written: 25 });
    const input = { subforum: 2, title: "Cheap", body: "Hello" };
    expect((await user.call(createThreadRoute, input, { headers })).cost.forumRoundTrips).toBe(2);
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
