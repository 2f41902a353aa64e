import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { newestSeen } from "#db/database.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { readMessagesRoute } from "#domain/conversations/api.ts";
import { favoriteLevelRoute, levelListRoute } from "#domain/levels/api.ts";
import { readNotificationsRoute } from "#domain/notifications/api.ts";
import { Browser, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import type { Env } from "#worker/env.ts";
import { NEAR_HEADER, NEAR_HEALTH_PATH, resumeNear } from "#worker/http/near.ts";
import { NEAR_SECRETS, SECRETS_HEADER } from "#worker/http/near-secrets.ts";
import site from "#worker/index.ts";

afterEach(resumeNear);

const ORIGINS = {
  AF: { continent: "AF" },
  AS: { continent: "AS" },
  EU: { continent: "EU" },
  NA: { continent: "NA" },
  OC: { continent: "OC" },
  SA: { continent: "SA" },
  Sydney: { latitude: "-33.87", longitude: "151.21", continent: "OC" },
  London: { latitude: "51.51", longitude: "-0.13", continent: "EU" },
  Warsaw: { latitude: "52.23", longitude: "21.01", continent: "EU" },
  unknown: null,
} as const;

type Incoming = Parameters<typeof site.fetch>[0];

/** The bindings of the deployment next to the database. It has no secrets, and its caller comes from a binding. */
const nearEnv = (): Env =>
  ({
    ...testEnv,
    ...Object.fromEntries(NEAR_SECRETS.map((name) => [name, undefined])),
    NEAR_OF: "bopolis",
  }) as Env;

async function handleNear(request: Request, props: unknown = { caller: "bopolis" }): Promise<Response> {
  const context = Object.assign(createExecutionContext(), { props });
  const response = await site.fetch(request as unknown as Incoming, nearEnv(), context as ExecutionContext);
  await waitOnExecutionContext(context);
  return response;
}

/** Bindings with a deployment next to a database in Western Europe, and the requests that it got. */
function withNear(respond: (request: Request) => Promise<Response> = (request) => handleNear(request)) {
  const requests: Request[] = [];
  const NEAR = {
    fetch: (request: Request) => {
      requests.push(request.clone() as Request);
      return respond(request);
    },
  } as unknown as Service;
  return { bindings: { NEAR, DATABASE_LOCATION: "weur" } satisfies Partial<Env>, requests };
}

async function memberFrom(origin: keyof typeof ORIGINS, bindings: Partial<Env>) {
  const user = await signedInUser();
  Object.assign(user.browser, { variant: bindings, cf: ORIGINS[origin] });
  return user;
}

describe("a write", () => {
  test.each([
    ["AF", true],
    ["AS", true],
    ["EU", false],
    ["NA", true],
    ["OC", true],
    ["SA", true],
    ["Sydney", true],
    ["London", false],
    ["Warsaw", true],
    ["unknown", false],
  ] as const)("from %s is passed on to a database in Western Europe: %s", async (origin, isPassed) => {
    const { bindings, requests } = withNear();
    const { browser, id } = await memberFrom(origin, bindings);
    const level = await addLevel(id);
    const params = { id: level };
    expect((await browser.call(favoriteLevelRoute, { params })).status).toBe(200);
    expect(requests.length).toBe(Number(isPassed));
    expect((await browser.call(levelListRoute)).status).toBe(200);
    expect(requests.length).toBe(Number(isPassed));
    expect(await runSql(sql`select 1 from favorites where user_id = ${id}`)).toHaveLength(1);
  });

  test("with a key is done once although its answer from there was lost and it's sent again from here", async () => {
    const { bindings } = withNear(async (request) => {
      await handleNear(request);
      return new Response("lost", { status: 502 });
    });
    const { browser, id } = await memberFrom("Sydney", bindings);
    const level = await addLevel(id);
    const send = () =>
      browser.call(createCommentRoute, {
        input: { type: "level", id: level, body: "From afar" },
        headers: { "Idempotency-Key": "from-afar-1" },
      });
    expect((await send()).status).toBe(503);
    expectWorkerErrors();
    const again = await send();
    expect([again.status, again.body.comment]).toMatchObject([201, { body: "From afar" }]);
    expect(await runSql(sql`select 1 from comments where user_id = ${id}`)).toHaveLength(1);
  });

  test("is handled here without a deployment next to the database", async () => {
    const { browser, id } = await memberFrom("Sydney", { DATABASE_LOCATION: "weur" });
    const params = { id: await addLevel(id) };
    expect((await browser.call(favoriteLevelRoute, { params })).status).toBe(200);
  });

  test("to objects near the caller, of hosts, companies and operators, and to no route isn't passed on", async () => {
    const { bindings, requests } = withNear();
    const { browser, id } = await memberFrom("Sydney", bindings);
    const other = await signedInUser();
    expect((await browser.call(readNotificationsRoute, { input: { ids: [1] } })).status).toBe(200);
    await browser.call(readMessagesRoute, { params: { userId: other.id } });
    for (const path of [
      "/api/host/heartbeat",
      "/api/webhooks/stripe",
      "/api/operator/backup",
      "/api/errors",
      "/api/nothing",
      "/levels",
    ])
      await browser.fetch(path, { method: "POST", body: "{}", headers: browser.writeHeaders() });
    expect(requests).toEqual([]);
    expect(id).toBeGreaterThan(0);
  });

  test("arrives with its URL, body, cookies, IP address and origin, and its response with all cookies", async () => {
    const { bindings, requests } = withNear();
    const browser = await Browser.visitor();
    Object.assign(browser, { variant: bindings, cf: ORIGINS.Sydney });
    const input = signUpInput();
    const headers = { "CF-Connecting-IP": "203.0.113.9", "CF-Ray": "ray-1" };
    const response = await browser.call(registerRoute, { input, headers });
    expect(response.status).toBe(201);
    expect(response.headers.get("X-Request-Id")).toBe("ray-1");
    expect(response.headers.has(NEAR_HEADER)).toBe(false);
    expect(response.headers.get("Server-Timing")).toMatch(/rounds=\d+.*near;dur=/);
    expect(browser.cookies.has("bopolis_session")).toBe(true);
    const [request] = requests;
    expect(request?.url).toBe(`${ORIGIN}${registerRoute.path}`);
    expect(request?.headers.get("CF-Connecting-IP")).toBe("203.0.113.9");
    expect(request?.cf).toMatchObject(ORIGINS.Sydney);
    expect(await runSql(sql`select home from users where username = ${input.username}`)).toEqual([
      { home: "oc" },
    ]);
    // The session was signed with the secret that came with the request.
    expect((await browser.fetch("/api/session")).body.user).toMatchObject({ username: input.username });
  });

  test("is a 503 if the permits can't be cleared, and the next one is passed on again", async () => {
    const { bindings, requests } = withNear();
    const USER_HUB = {
      getByName: () => ({ clearPermits: () => Promise.reject(new Error("out of reach")) }),
    } as unknown as Env["USER_HUB"];
    const { browser } = await memberFrom("Sydney", { ...bindings, USER_HUB });
    const other = await signedInUser();
    const params = { username: other.username };
    expect((await browser.call(toggleBlockRoute, { params })).status).toBe(503);
    expectWorkerErrors();
    await browser.call(toggleBlockRoute, { params });
    expectWorkerErrors();
    expect(requests).toHaveLength(2);
  });

  test("keeps the checks of its origin and its token", async () => {
    const { bindings, requests } = withNear();
    const { browser, id } = await memberFrom("Sydney", bindings);
    const params = { id: await addLevel(id) };
    const foreign = await browser.call(favoriteLevelRoute, {
      params,
      headers: { Origin: "https://elsewhere.example" },
    });
    expect(foreign.body.code).toBe("csrf");
    browser.csrf = "wrong";
    expect((await browser.call(favoriteLevelRoute, { params })).body.code).toBe("csrf");
    expect(requests).toHaveLength(2);
  });

  test("is known to this process, whose next reads must see it", async () => {
    const { browser, id } = await memberFrom("London", {});
    const params = { id: await addLevel(id) };
    await browser.call(favoriteLevelRoute, { params });
    // Later than what this process has seen, and earlier than what it sees next.
    const bookmark = `${newestSeen().main}0`;
    const headers = { [NEAR_HEADER]: "1", [BOOKMARK_HEADER]: `main:${bookmark}` };
    const { bindings } = withNear(async () => Response.json({}, { headers }));
    Object.assign(browser, { variant: bindings, cf: ORIGINS.Sydney });
    await browser.call(favoriteLevelRoute, { params });
    expect(newestSeen().main).toBe(bookmark);
  });

  test("can't bring its own secrets", async () => {
    const { bindings, requests } = withNear();
    const { browser, id } = await memberFrom("Sydney", bindings);
    const params = { id: await addLevel(id) };
    const headers = { [SECRETS_HEADER]: "forged" };
    expect((await browser.call(favoriteLevelRoute, { params, headers })).status).toBe(200);
    expect(requests[0]?.headers.get(SECRETS_HEADER)).not.toContain("forged");
  });
});

describe("the deployment next to the database", () => {
  test.each([
    ["without the caller's binding", null, "x"],
    ["of another caller", { caller: "other" }, "x"],
    ["without secrets", { caller: "bopolis" }, null],
  ])("has no response to a request %s", async (_, props, secrets) => {
    const headers = new Headers(secrets === null ? {} : { [SECRETS_HEADER]: secrets });
    const response = await handleNear(new Request(`${ORIGIN}/api/session`, { headers }), props);
    expect(response.status).toBe(404);
    expect(response.headers.has(NEAR_HEADER)).toBe(false);
  });

  test("reports its health through the other one", async () => {
    const { bindings } = withNear();
    const browser = await Browser.visitor();
    browser.variant = bindings;
    const { body } = await browser.fetch(NEAR_HEALTH_PATH);
    expect(body.checks).toContainEqual(expect.objectContaining({ name: "secrets", status: "ok" }));
    browser.variant = {};
    expect((await browser.fetch(NEAR_HEALTH_PATH)).status).toBe(404);
  });
});

describe("a deployment next to the database that fails", () => {
  test("has no health", async () => {
    const { bindings } = withNear(() => Promise.reject(new Error("Network connection lost.")));
    const browser = await Browser.visitor();
    browser.variant = bindings;
    expect((await browser.fetch(NEAR_HEALTH_PATH)).status).toBe(503);
    expectWorkerErrors();
  });

  test.each([
    ["throws", () => Promise.reject(new Error("Network connection lost."))],
    ["has a response of the platform", async () => new Response("error code: 1102", { status: 503 })],
  ])("and %s isn't tried twice, and the next writes are handled here", async (_, respond) => {
    const { bindings, requests } = withNear(respond);
    const { browser, id } = await memberFrom("Sydney", bindings);
    const params = { id: await addLevel(id) };
    const failed = await browser.call(favoriteLevelRoute, { params });
    expect(failed).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(failed.headers.get("Retry-After")).toBe("2");
    expect(expectWorkerErrors().join()).toContain("request not passed on");
    expect(await runSql(sql`select 1 from favorites where user_id = ${id}`)).toEqual([]);
    expect((await browser.call(favoriteLevelRoute, { params })).status).toBe(200);
    expect(requests).toHaveLength(1);
    resumeNear();
    await browser.call(favoriteLevelRoute, { params });
    expect(requests).toHaveLength(2);
    expectWorkerErrors();
  });

  test("and has an error of its own returns that error", async () => {
    const { bindings, requests } = withNear(async () =>
      Response.json({ code: "internal" }, { status: 500, headers: { [NEAR_HEADER]: "1" } }),
    );
    const { browser, id } = await memberFrom("Sydney", bindings);
    const params = { id: await addLevel(id) };
    for (const _ of [1, 2]) expect((await browser.call(favoriteLevelRoute, { params })).status).toBe(500);
    expect(requests).toHaveLength(2);
  });
});

describe("the permits that a write ends", () => {
  test("are cleared by the deployment near the member, before its response", async () => {
    const { bindings } = withNear();
    const cleared: string[] = [];
    const USER_HUB = new Proxy(testEnv.USER_HUB, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        if (key !== "getByName") return typeof found === "function" ? found.bind(target) : found;
        return (name: string) => {
          const hub = target.getByName(name);
          return new Proxy(hub, {
            get(stub, method) {
              if (method !== "clearPermits") return Reflect.get(stub, method) as unknown;
              return () => {
                cleared.push(name);
                return stub.clearPermits();
              };
            },
          });
        };
      },
    });
    const member = await memberFrom("Sydney", { ...bindings, USER_HUB });
    const other = await signedInUser();
    const { status, headers } = await member.browser.call(toggleBlockRoute, {
      params: { username: other.username },
    });
    expect(status).toBe(200);
    expect(cleared.sort()).toEqual([String(member.id), String(other.id)].sort());
    expect([...headers.keys()].filter((name) => name.startsWith("x-bopolis"))).toEqual([]);
  });
});
