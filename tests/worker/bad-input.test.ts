import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
import { fillPath, type Route } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import { type Answer, addUser, Browser, db, testEnv, unique } from "#tests/support/browser.ts";
import { recordJobs } from "#tests/support/renders.ts";
import { tableSizes } from "#tests/support/stored.ts";
import { textureFileOf } from "#tests/support/wardrobe.ts";
import { addClear, addLevel } from "#tests/support/world.ts";
import { readBytes } from "#worker/http/body.ts";

let admin: { id: number; username: string };
let owner: { id: number; username: string };
let level: number;
let rating: number;
let params: Record<string, string | number>;

beforeAll(async () => {
  admin = await addUser({ role: "admin" });
  owner = await addUser();
  level = await addLevel(owner.id);
  await addClear(admin.id, level);
  const row = await db.first(
    statement<{ id: number }>(sql`insert into ratings (user_id, level_id, rating, difficulty, created_at)
      values (${admin.id}, ${level}, 5, 5, 1) returning id`),
  );
  rating = row?.id ?? 0;
  params = {
    id: level,
    levelId: level,
    ratingId: rating,
    subforum: 2,
    revision: 1,
    username: owner.username,
    type: "level",
    reportType: "level",
    target: String(level),
    userId: owner.id,
    tab: "buddies",
    messageId: `${admin.id}_${owner.id}_1`,
    sessionId: "x".repeat(43),
    category: "hat",
    page: 1,
    search: "hat",
  };
});

/** What nobody can give themselves by sending a field more. */
const powers = () =>
  db.first(
    statement<{ role: string; coins: number }>(sql`select role, coins from users where id = ${owner.id}`),
  );

const nameOf = (route: Route) => `${route.method} ${route.path}`;
/** Game hosts call with a key and no session: what they send wrong is refused in tests of theirs. */
const routes = API.filter(({ access }) => access !== "host").map((route) => [nameOf(route), route] as const);
const writes = routes.filter(([, { method }]) => method === "POST");
const withFields = routes.filter(([, route]) => fieldsOf(route).length > 0);

/** Names of what a route takes in its query or body. */
function fieldsOf(route: Route): string[] {
  const { shape } = route.input._zod.def as unknown as { shape: Record<string, unknown> };
  return Object.keys(shape);
}

const texture = textureFileOf();

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const goodEvent = () => ({
  short_name: "Good",
  highlight_color: "FFB800",
  starts_on: tomorrow(),
  ends_on: tomorrow(),
  level_ids: [level],
});

/** Input that each route with required fields would take. */
const GOOD: Record<string, () => Record<string, unknown>> = {
  "POST /api/auth/register": () => {
    const n = unique();
    const password = "long enough";
    return { username: `bad_${n}`, email: `bad_${n}@example.com`, password, password_confirmation: password };
  },
  "POST /api/auth/login": () => ({ login: "nobody", password: "wrong" }),
  "POST /api/auth/login/two-factor": () => ({ code: "123456" }),
  "POST /api/auth/confirm": () => ({ password: "wrong" }),
  "POST /api/auth/logout-other-devices": () => ({ password: "wrong" }),
  "POST /api/auth/2fa/enable": () => ({ code: "123456" }),
  "POST /api/auth/2fa/recovery-codes": () => ({ password: "wrong" }),
  "POST /api/auth/2fa/disable": () => ({ password: "wrong" }),
  "POST /api/auth/password/forgot": () => ({ email: "nobody@example.com" }),
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
  "POST /api/auth/delete": () => ({ username: "nobody", password: "wrong" }),
  "POST /api/auth/custom-themes": () => NEW_THEME,
  "POST /api/auth/custom-themes/{id}": () => NEW_THEME,
  "POST /api/levels": () => ({ title: "Good" }),
  "POST /api/levels/{id}": () => ({ title: "Good" }),
  "POST /api/staff/levels/{id}/feature": () => ({ featured: true }),
  "POST /api/levels/{levelId}/ratings": () => ({ rating: 5, difficulty: 5 }),
  "POST /api/comments/create": () => ({ type: "level", id: level, body: "Good" }),
  "POST /api/report/{reportType}/{target}": () => ({ reason: "spam" }),
  "POST /api/messages/send/{userId}": () => ({ body: "Good" }),
  "POST /api/staff/users/{username}/rename": () => ({ username: `calm_${unique()}`, reason: "spam" }),
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
  "POST /api/staff/events": goodEvent,
  "POST /api/staff/events/{id}": goodEvent,
  "POST /api/staff/challenges": () => ({ name: "Good", level_id: level, ends_on: tomorrow() }),
  "POST /api/staff/challenges/{id}": () => ({ name: "Good", ends_on: tomorrow() }),
  "POST /api/staff/hosts": () => ({
    name: `Good ${unique()}`,
    ip_address: "203.0.113.7",
    region: "weur",
    capacity: 10,
  }),
  "POST /api/join-token": () => ({ destination_type: "Level", id: level }),
};
const goodInput = (route: Route) => GOOD[nameOf(route)]?.() ?? {};

/** Texts that queries and forms are attacked with. */
const TEXTS: Record<string, string> = {
  empty: "",
  NaN: "NaN",
  Infinity: "-Infinity",
  null: "null",
  negative: "-1",
  fraction: "1.5",
  exponent: "1e309",
  hexadecimal: "0x10",
  "four hundred digits": "9".repeat(400),
  object: "[object Object]",
  json: '{"a":[1]}',
  markup: "</script><script>alert(1)</script>",
  sql: "' or 1=1; drop table users; --",
  prototype: "__proto__",
  "zero byte": "a\u0000b",
  escape: "\u001b[2J",
  "line breaks": "a\r\nX-Injected: 1",
  "reversed direction": "\u202etxt.exe",
  "lost character": "\ufffd",
  "10,000 letters": "x".repeat(10_000),
  "50,000 marks on one letter": `x${"\u0301".repeat(50_000)}`,
};

/** Values, as JSON text, that a JSON field is attacked with. */
const VALUES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(TEXTS)
      .filter(([, text]) => text.length < 20_000)
      .map(([name, text]) => [`text: ${name}`, JSON.stringify(text)]),
  ),
  null: "null",
  true: "true",
  zero: "0",
  negative: "-1",
  fraction: "1.5",
  "too large for a number": "1e309",
  "as low as that": "-1e309",
  "next to nothing": "1e-400",
  "beyond whole numbers": "9007199254740993",
  list: "[]",
  "list of a text": '["level"]',
  object: "{}",
  "object with a length": '{"length":1,"0":"x"}',
  "object with a prototype": '{"__proto__":{"isAdmin":true}}',
  "object that turns to text": '{"toString":"x","valueOf":"y"}',
  "10,000 lists in each other": "[".repeat(10_000) + "]".repeat(10_000),
  "first half of a character": '"\\ud83d"',
  "second half of a character": '"x\\udc00x"',
};

/** Rows read for a refused call: the session, and what the call is about. */
const MOST_ROWS = 50;

/** An admin's browser: may call everything, so that what is refused is refused for what was sent. */
const caller = () => Browser.signedIn(admin, "admin");

function post(
  browser: Browser,
  path: string,
  body: BodyInit | null,
  type: string | null = "application/json",
) {
  const headers = { ...browser.writeHeaders(), ...(type && { "Content-Type": type }) };
  return browser.fetch(path, { method: "POST", body, headers });
}

function expectRefusal(answer: Answer, label: string, statuses: number[] = []) {
  expect(answer.status, label).toBeGreaterThanOrEqual(400);
  expect(answer.status, label).toBeLessThan(500);
  if (statuses.length) expect(statuses, label).toContain(answer.status);
  expect(answer.body, label).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  expect(String(answer.body.message).length, label).toBeLessThan(300);
  expect(JSON.stringify(answer.body), label).not.toMatch(/\.ts:|SQLITE|D1_ERROR|ZodError|at \w+ \(/);
  expect(answer.cost.written, label).toBe(0);
  expect(answer.cost.rounds, label).toBeLessThanOrEqual(2);
  expect(answer.cost.read, label).toBeLessThanOrEqual(MOST_ROWS);
}

interface Try {
  label: string;
  field: string;
  /** The fields that the route's own schema finds wrong; null where it accepts the input. */
  wrong: string[] | null;
  send(browser: Browser): Promise<Answer>;
}

/** Every field of a route with every wrong value. */
function triesOf(route: Route): Try[] {
  const path = fillPath(route.path, params);
  const wrongIn = (sent: unknown) =>
    route.input
      .safeParse(sent)
      .error?.issues.map(({ path: [name] }) => String(name).replace("_confirmation", "")) ?? null;
  return fieldsOf(route).flatMap((field): Try[] => {
    if (route.method === "GET") {
      return Object.entries(TEXTS).map(([name, text]) => ({
        label: `${field} = ${name}`,
        field,
        wrong: wrongIn({ [field]: text }),
        send: (browser) => browser.fetch(`${path}?${new URLSearchParams({ [field]: text })}`),
      }));
    }
    if (route.body === "form") {
      const file = new File(["{}"], "x.json", { type: "application/json" });
      const values: [string, string | File][] = [...Object.entries(TEXTS), ["a file", file]];
      return values.map(([name, value]) => {
        const good = goodInput(route);
        // What a form carries as a lost character arrives as one.
        const sent = { ...good, [field]: value };
        return {
          label: `${field} = ${name}`,
          field,
          wrong: wrongIn(sent),
          send: (browser) => browser.call(route, { params, input: sent }),
        };
      });
    }
    return Object.entries(VALUES).map(([name, json]) => {
      const rest = Object.entries(goodInput(route)).filter(([key]) => key !== field);
      const pairs = [
        ...rest.map(([key, value]) => [key, JSON.stringify(value)] as const),
        [field, json] as const,
      ];
      const body = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
      return {
        label: `${field} = ${name}`,
        field,
        wrong: wrongIn(JSON.parse(body)),
        send: (browser) => post(browser, path, body),
      };
    });
  });
}

/**
 * Every route reads its address, body and fields in the same way: one of each kind is sent the whole list, the others a
 * sample. `npm run test:nightly` sends every list to every route.
 */
const ONE_OF_EACH_KIND = ["POST /api/comments/create", "POST /api/levels"];
const isNightly = "NIGHTLY" in testEnv;
const hasWholeList = (name: string) => isNightly || ONE_OF_EACH_KIND.includes(name);

const withParams = routes.filter(([, { path }]) => path.includes("{"));

const SOME_NAMES = ["0", "9".repeat(40), "%00", "__proto__"];

describe.each(withParams)("%s", (_, route) => {
  const NAMES = [
    "0",
    "-1",
    "+1",
    "1e3",
    "01",
    "1.0",
    "0x10",
    "NaN",
    "null",
    "9".repeat(40),
    "9".repeat(15),
    "%20",
    "1%20",
    "%00",
    "1%00",
    "..%2f..%2f",
    "%252e%252e",
    "%E2%98%83",
    "%D9%A1",
    "%EF%BC%91",
    "%E0%A4%A",
    "%ED%A0%80",
    "'%20or%201=1--",
    "<script>",
    "__proto__",
    "toString",
    "a".repeat(5_000),
  ];

  test("says 404 to every name that names nothing", async () => {
    const browser = await caller();
    const before = await tableSizes();
    // A search may be for anything.
    for (const [, param = ""] of route.path.matchAll(/\{((?!search)\w+)\??\}/g)) {
      const isFirst = withParams.find(([, { path }]) => path.includes(`{${param}`))?.[1] === route;
      for (const name of isFirst || isNightly ? NAMES : SOME_NAMES) {
        const path = fillPath(route.path, { ...params, [param]: "@@" }).replace("%40%40", name);
        const label = `${param} = ${name.slice(0, 50)}`;
        const send = () =>
          route.method === "GET"
            ? browser.fetch(path)
            : browser.call({ ...route, path }, { input: goodInput(route) });
        expectRefusal(await send(), label, [404]);
      }
    }
    expect(await tableSizes()).toEqual(before);
  });
});

describe.each(withFields)("%s", (name, route) => {
  test("refuses every wrong value of every field at that field, and stores nothing of it", async () => {
    const browser = await caller();
    const before = await tableSizes();
    const sent = new Set<string>();
    for (const { label, field, wrong, send } of triesOf(route)) {
      if (wrong === null) continue;
      expect(wrong, label).toContain(field.replace("_confirmation", ""));
      if (sent.has(field) && !hasWholeList(name)) continue;
      sent.add(field);
      const answer = await send(browser);
      expectRefusal(answer, label, [422]);
      // A changed password is another one than its confirmation.
      const told = Object.keys(answer.body.errors as object).map((name) => name.replace("_confirmation", ""));
      expect(told, label).toContain(field.replace("_confirmation", ""));
    }
    expect(await tableSizes()).toEqual(before);
  });

  test("takes what is strange and allowed, or refuses it, and never breaks", async () => {
    const browser = await caller();
    recordJobs(browser);
    const strange = triesOf(route).filter(({ wrong }) => wrong === null);
    // Passwords are slow to check on purpose, so those routes get a sample.
    const step = route.path.startsWith("/api/auth/") ? 6 : 1;
    for (const { label, send } of strange.filter((_, i) => i % step === 0)) {
      const answer = await send(browser);
      expect(answer.status, label).toBeLessThan(500);
      if (answer.status >= 400) expectRefusal(answer, label);
    }
  });
});

const ofEachKind = writes.filter(([name]) => ONE_OF_EACH_KIND.includes(name));

test("one route for JSON and one for forms get the whole list of broken bodies and values", () => {
  expect(ofEachKind.map(([, { body }]) => body ?? "json").sort()).toEqual(["form", "json"]);
});

describe.each(writes)("%s", (name, route) => {
  const nested = (count: number) => "[".repeat(count) + "]".repeat(count);
  const bytes = (...values: number[]) => new Uint8Array(values);
  const tooLarge = `{"x":"${"x".repeat(LIMITS.jsonBytes)}"}`;
  const BODIES: [string, BodyInit | null, string | null, number[]][] = [
    ["half a document", '{"title":', "application/json", [400]],
    ["a word", "undefined", "application/json", [400]],
    ["null", "null", "application/json", [400]],
    ["a number", "1e309", "application/json", [400]],
    ["a text", '"x"', "application/json", [400]],
    ["a list", "[]", "application/json", [400]],
    ["30,000 lists in each other", nested(30_000), "application/json", [400]],
    ["a million lists in each other", nested(1_000_000), "application/json", [413]],
    ["bytes that are no UTF-8", bytes(0x7b, 0xff, 0xfe, 0x7d), "application/json", [400]],
    ["half a character in UTF-8", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), "application/json", [400]],
    ["UTF-16", bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0), "application/json", [400]],
    ["one byte more than is taken", tooLarge.slice(0, LIMITS.jsonBytes + 1), "application/json", [413]],
    ["a million letters", `{"x":"${"x".repeat(1_000_000)}"}`, "application/json", [413]],
    ["a text without a type", "{}", "text/plain", [415]],
    ["no type at all", bytes(0x7b, 0x7d), null, [415]],
    ["a web form", "title=x", "application/x-www-form-urlencoded", [415]],
    ["a type that only begins alike", "{}", "application/jsonp", [415]],
    ["a multipart form without parts", "--x--", "multipart/form-data; boundary=x", [415]],
  ];
  const FORMS: typeof BODIES = [
    ["JSON", "{}", "application/json", [415]],
    ["a web form", "title=x", "application/x-www-form-urlencoded", [415]],
    ["no boundary", "--x\r\n", "multipart/form-data", [400]],
    ["another boundary", "--x\r\n", "multipart/form-data; boundary=y", [400]],
    [
      "half a part",
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nHal',
      "multipart/form-data; boundary=x",
      [400],
    ],
    ["a part without a name", "--x\r\n\r\nx\r\n--x--", "multipart/form-data; boundary=x", [400, 422]],
    ["nothing", "", "multipart/form-data; boundary=x", [400]],
    [
      "a hundred thousand fields",
      `${Array.from({ length: 100_000 }, (_, i) => `--x\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n\r\n`).join("")}--x--\r\n`,
      "multipart/form-data; boundary=x",
      [400],
    ],
    ["13 megabytes", new Uint8Array(13 * 1024 * 1024), "multipart/form-data; boundary=x", [413]],
  ];

  test("refuses a body that is none of its kind, and stores nothing of it", async () => {
    const browser = await caller();
    const path = fillPath(route.path, params);
    const before = await tableSizes();
    const all = route.body === "form" ? FORMS : BODIES;
    for (const [label, body, type, statuses] of hasWholeList(name) ? all : all.slice(0, 1)) {
      const answer = await post(browser, path, body, type);
      expectRefusal(answer, label, statuses);
    }
    expect(await tableSizes()).toEqual(before);
  });

  test("ignores what it does not know", async () => {
    const browser = await caller();
    const before = await powers();
    const strange = {
      ...goodInput(route),
      role: "admin",
      user_id: 1,
      coins: 1e6,
      constructor: "x",
      visibility: "public",
    };
    const known = await browser.call(route, { params, input: strange });
    expect(known.status).toBeLessThan(500);
    expect(known.status).not.toBe(400);
    if (route.body !== "form") {
      const body = `{"__proto__":{"title":"x"},${JSON.stringify(goodInput(route)).slice(1)}`.replace(
        ",}",
        "}",
      );
      expect((await post(await caller(), fillPath(route.path, params), body)).status).toBeLessThan(500);
    }
    // Giving coins is what a grant is for.
    if (route === grantRoute) expect((await powers())?.role).toBe("member");
    else expect(await powers()).toEqual(before);
  });
});

describe.each(ofEachKind)("%s", (_, route) => {
  test("believes neither a length that is told nor one that is not", async () => {
    const browser = await caller();
    browser.variant = {};
    const path = fillPath(route.path, params);
    const type = route.body === "form" ? "multipart/form-data; boundary=x" : "application/json";
    const headers = { ...browser.writeHeaders(), "Content-Type": type };
    const lie = { ...headers, "Content-Length": String(100 * 1024 * 1024) };
    expectRefusal(await browser.fetch(path, { method: "POST", body: "{}", headers: lie }), "a lie", [413]);
    let sent = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(0x20));
        },
      });
    const isForm = route.body === "form";
    const limit = isForm ? 13e6 : LIMITS.jsonBytes;
    const request = new Request("https://bopolis.test/", { method: "POST", body: endless() });
    await expect(readBytes(request, limit)).rejects.toMatchObject({ code: "too_large" });
    expect(sent).toBeLessThan(isForm ? 14e6 : 4 * LIMITS.jsonBytes);
    sent = 0;
    expectRefusal(
      await browser.fetch(path, { method: "POST", body: endless(), headers }),
      "an endless body",
      [413],
    );
    // What is too much is read away, so that the answer reaches who is still sending; but not for ever.
    expect(sent).toBeLessThan(160e6);
  });

  test("takes a body that breaks off for a broken one", async () => {
    const browser = await caller();
    browser.variant = {};
    const type = route.body === "form" ? "multipart/form-data; boundary=x" : "application/json";
    const headers = { ...browser.writeHeaders(), "Content-Type": type };
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"title":"Ha')),
      pull: (controller) => controller.error(new Error("Network connection lost.")),
    });
    const answer = await browser.fetch(fillPath(route.path, params), { method: "POST", body: half, headers });
    expectRefusal(answer, "half a body", [400]);
  });
});

describe("queries", () => {
  test("a key twice counts once, and unknown or broken keys do not matter", async () => {
    const visitor = await Browser.visitor();
    for (const query of [
      "page=1&page=2",
      "page=1&page=x",
      "search=a&search=b&search=c",
      "page[]=5&page[a]=6",
      "unknown=1&__proto__=2&constructor=3&toString=4",
      "=",
      "&&&",
      "%",
      "%ZZ=%ZZ",
      "search=%E0%A4%A",
      "search=%ED%A0%80",
      "search=%00%01",
      "search=%F0%9F%98",
      "?page=1",
      "a=1&".repeat(2_000),
    ]) {
      const answer = await visitor.fetch(`/api/levels?${query}`);
      expect(answer.status, query.slice(0, 80)).toBe(200);
      expect((answer.body.meta as { current_page: number }).current_page).toBe(1);
    }
  });
});
