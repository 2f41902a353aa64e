import { fillPath, type Route } from "#domain/api/route.ts";
import { levelShotsRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { readOnlyRoute } from "#domain/system/api.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import {
  addAttackTargets,
  adminBrowser,
  attackTargets,
  expectErrorResponse,
  fieldsOf,
  getsWholeList,
  isNightly,
  ONE_OF_EACH_KIND,
  params,
  postBody,
  postRoutes,
  routes,
  validInput,
} from "#tests/support/attack-targets.ts";
import { Browser, firstRow, type TestResponse } from "#tests/support/browser.ts";
import { recordRenderJobs } from "#tests/support/render-jobs.ts";
import { tableSizes } from "#tests/support/stored.ts";
import { readBytes } from "#worker/http/body.ts";

await addAttackTargets();

const withParams = routes.filter(([, { path }]) => path.includes("{"));

const SOME_NAMES = ["0", "9".repeat(40), "%00", "__proto__"];

describe.each(withParams)("%s", (_, route) => {
  const NAMES = [
    ...["0", "-1", "+1", "1e3", "01", "1.0", "0x10", "NaN", "null", "9".repeat(40), "9".repeat(15)],
    ...["%20", "1%20", "%00", "1%00", "..%2f..%2f", "%252e%252e", "%E2%98%83", "%D9%A1", "%EF%BC%91"],
    ...["%E0%A4%A", "%ED%A0%80", "'%20or%201=1--", "<script>", "__proto__", "toString"],
    "a".repeat(5_000),
  ];

  test("returns 404 for every malformed or unknown path parameter", async () => {
    const browser = await adminBrowser();
    const before = await tableSizes();
    // Any search text is valid.
    for (const [, param = ""] of route.path.matchAll(/\{((?!search)\w+)\??\}/g)) {
      const isFirst = withParams.find(([, { path }]) => path.includes(`{${param}`))?.[1] === route;
      for (const name of isFirst || isNightly ? NAMES : SOME_NAMES) {
        const path = fillPath(route.path, { ...params, [param]: "@@" }).replace("%40%40", name);
        const label = `${param} = ${name.slice(0, 50)}`;
        const send = () =>
          route.method === "GET" ? browser.fetch(path) : browser.call({ ...route, path }, validInput(route));
        // A refused write reads why, and then whether an account once had the name.
        const mostRoundTrips = route.method === "POST" && param === "username" ? 3 : 2;
        // Also reads the levels that a picture is seen next to.
        const mostRows = route === levelShotsRoute ? 75 : undefined;
        expectErrorResponse(await send(), label, [404], mostRoundTrips, mostRows);
      }
    }
    expect(await tableSizes()).toEqual(before);
  });
});

test("query strings use the first value of a repeated key and ignore unknown or broken keys", async () => {
  const visitor = await Browser.visitor();
  for (const query of [
    ...["page=1&page=2", "page=1&page=x", "search=a&search=b&search=c", "page[]=5&page[a]=6"],
    ...["unknown=1&__proto__=2&constructor=3&toString=4", "=", "&&&", "%", "%ZZ=%ZZ", "search=%E0%A4%A"],
    ...["search=%ED%A0%80", "search=%00%01", "search=%F0%9F%98", "?page=1", "a=1&".repeat(2_000)],
  ]) {
    const response = await visitor.fetch(`/api/levels?${query}`);
    expect(response.status, query.slice(0, 80)).toBe(200);
    expect((response.body.meta as { current_page: number }).current_page).toBe(1);
  }
});

await addAttackTargets();
const withFields = routes.filter(([, route]) => fieldsOf(route).length > 0);

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

/** Values, as JSON text, to attack JSON fields with. */
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

interface Attempt {
  label: string;
  field: string;
  /** The fields that the route's own schema rejects; null if it accepts the input. */
  wrong: string[] | null;
  send(browser: Browser): Promise<TestResponse>;
}

/** Every field of a route with every wrong value. */
function attemptsFor(route: Route): Attempt[] {
  const path = fillPath(route.path, params);
  const wrongIn = (sent: unknown) =>
    route.input
      .safeParse(sent)
      .error?.issues.map(({ path: [name] }) => String(name).replace("_confirmation", "")) ?? null;
  return fieldsOf(route).flatMap((field): Attempt[] => {
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
        const good = validInput(route);
        // Forms replace a lone surrogate by U+FFFD, which is what arrives.
        const sent = { ...good, [field]: value };
        return {
          label: `${field} = ${name}`,
          field,
          wrong: wrongIn(sent),
          send: (browser) => browser.call(route, sent, { params }),
        };
      });
    }
    // In read-only mode, no other route could be tested.
    const values = Object.entries(VALUES).filter(([, json]) => route !== readOnlyRoute || json !== "true");
    return values.map(([name, json]) => {
      const rest = Object.entries(validInput(route)).filter(([key]) => key !== field);
      const pairs = [
        ...rest.map(([key, value]) => [key, JSON.stringify(value)] as const),
        [field, json] as const,
      ];
      const body = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
      return {
        label: `${field} = ${name}`,
        field,
        wrong: wrongIn(JSON.parse(body)),
        send: (browser) => postBody(browser, path, body),
      };
    });
  });
}

describe.each(withFields)("%s", (name, route) => {
  test("rejects every wrong value of every field at that field and stores nothing", async () => {
    const browser = await adminBrowser();
    const before = await tableSizes();
    const sent = new Set<string>();
    for (const { label, field, wrong, send } of attemptsFor(route)) {
      if (wrong === null) continue;
      expect(wrong, label).toContain(field.replace("_confirmation", ""));
      if (sent.has(field) && !getsWholeList(name)) continue;
      sent.add(field);
      const response = await send(browser);
      expectErrorResponse(response, label, [422]);
      // A changed password no longer matches its confirmation.
      const errorFields = Object.keys(response.body.errors as object).map((name) =>
        name.replace("_confirmation", ""),
      );
      expect(errorFields, label).toContain(field.replace("_confirmation", ""));
    }
    expect(await tableSizes()).toEqual(before);
  });

  test("accepts or rejects unusual but valid values and never fails with a 500", async () => {
    const browser = await adminBrowser();
    recordRenderJobs(browser);
    const strange = attemptsFor(route).filter(({ wrong }) => wrong === null);
    // Passwords are slow to check on purpose, so those routes get a sample.
    const step = route.path.startsWith("/api/auth/") ? 6 : 1;
    for (const { label, send } of strange.filter((_, i) => i % step === 0)) {
      const response = await send(browser);
      expect(response.status, label).toBeLessThan(500);
      if (response.status >= 400) expectErrorResponse(response, label);
    }
  });
});

await addAttackTargets();

/** Fields that no one can set for themselves by sending an extra field. */
const privileges = () =>
  firstRow<{ role: string; coins: number }>`select role, coins from users
    where id = ${attackTargets.owner.id}`;

const ofEachKind = postRoutes.filter(([name]) => ONE_OF_EACH_KIND.includes(name));

test("one JSON route and one form route get the whole list of broken bodies and values", () => {
  expect(ofEachKind.map(([, { body }]) => body ?? "json").sort()).toEqual(["form", "json"]);
});

describe.each(postRoutes)("%s", (name, route) => {
  const nested = (count: number) => "[".repeat(count) + "]".repeat(count);
  const bytes = (...values: number[]) => new Uint8Array(values);
  const most = route.bodyBytes ?? LIMITS.jsonBytes;
  const tooLarge = `{"x":"${"x".repeat(most)}"}`;
  const BODIES: [string, BodyInit | null, string | null, number[]][] = [
    ["half a document", '{"title":', "application/json", [400]],
    ["a word", "undefined", "application/json", [400]],
    ["null", "null", "application/json", [400]],
    ["a number", "1e309", "application/json", [400]],
    ["a text", '"x"', "application/json", [400]],
    ["a list", "[]", "application/json", [400]],
    ["30,000 lists in each other", nested(30_000), "application/json", [400]],
    ["a million lists in each other", nested(1_000_000), "application/json", [413]],
    ["bytes that aren't UTF-8", bytes(0x7b, 0xff, 0xfe, 0x7d), "application/json", [400]],
    ["half a character in UTF-8", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), "application/json", [400]],
    ["UTF-16", bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0), "application/json", [400]],
    ["one byte more than is taken", tooLarge.slice(0, most + 1), "application/json", [413]],
    ["a million letters", `{"x":"${"x".repeat(1_000_000)}"}`, "application/json", [413]],
    ["a text without a type", "{}", "text/plain", [415]],
    ["no type at all", bytes(0x7b, 0x7d), null, [415]],
    ["a web form", "title=x", "application/x-www-form-urlencoded", [415]],
    ["a type with only the same prefix", "{}", "application/jsonp", [415]],
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

  test("rejects a body of the wrong kind and stores nothing", async () => {
    const browser = await adminBrowser();
    const path = fillPath(route.path, params);
    const before = await tableSizes();
    const all = route.body === "form" ? FORMS : BODIES;
    for (const [label, body, type, statuses] of getsWholeList(name) ? all : all.slice(0, 1))
      expectErrorResponse(await postBody(browser, path, body, type), label, statuses);
    expect(await tableSizes()).toEqual(before);
  });

  test("ignores unknown fields", async () => {
    const browser = await adminBrowser();
    const before = await privileges();
    const strange = {
      ...validInput(route),
      role: "admin",
      user_id: 1,
      coins: 1e6,
      constructor: "x",
      visibility: "public",
    };
    const known = await browser.call(route, strange, { params });
    expect(known.status).toBeLessThan(500);
    expect(known.status).not.toBe(400);
    if (route.body !== "form") {
      const body = `{"__proto__":{"title":"x"},${JSON.stringify(validInput(route)).slice(1)}`.replace(
        ",}",
        "}",
      );
      expect((await postBody(await adminBrowser(), fillPath(route.path, params), body)).status).toBeLessThan(
        500,
      );
    }
    // A grant can give coins, even to oneself.
    if (route === grantRoute) expect((await privileges())?.role).toBe("member");
    else expect(await privileges()).toEqual(before);
  });
});

describe.each(ofEachKind)("%s", (_, route) => {
  test("trusts neither a declared length nor a missing one", async () => {
    const browser = await adminBrowser();
    browser.variant = {};
    const path = fillPath(route.path, params);
    const type = route.body === "form" ? "multipart/form-data; boundary=x" : "application/json";
    const headers = { ...browser.writeHeaders(), "Content-Type": type };
    const lie = { ...headers, "Content-Length": String(100 * 1024 * 1024) };
    expectErrorResponse(
      await browser.fetch(path, { method: "POST", body: "{}", headers: lie }),
      "a lie",
      [413],
    );
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
    expectErrorResponse(
      await browser.fetch(path, { method: "POST", body: endless(), headers }),
      "an endless body",
      [413],
    );
    // The rest of a body that is too large is read and discarded, up to a limit, so the client gets the response.
    expect(sent).toBeLessThan(160e6);
  });

  test("rejects a body that breaks off", async () => {
    const browser = await adminBrowser();
    browser.variant = {};
    const type = route.body === "form" ? "multipart/form-data; boundary=x" : "application/json";
    const headers = { ...browser.writeHeaders(), "Content-Type": type };
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"title":"Ha')),
      pull: (controller) => controller.error(new Error("Network connection lost.")),
    });
    const response = await browser.fetch(fillPath(route.path, params), {
      method: "POST",
      body: half,
      headers,
    });
    expectErrorResponse(response, "half a body", [400]);
  });
});
