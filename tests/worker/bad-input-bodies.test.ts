import { fillPath } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { grantRoute } from "#domain/transactions/api.ts";
import {
  addAttackTargets,
  adminBrowser,
  attackTargets,
  expectErrorResponse,
  getsWholeList,
  ONE_OF_EACH_KIND,
  params,
  postBody,
  postRoutes,
  validInput,
} from "#tests/support/attack-targets.ts";
import { firstRow } from "#tests/support/browser.ts";
import { tableSizes } from "#tests/support/stored.ts";
import { readBytes } from "#worker/http/body.ts";

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
    ["bytes that aren't UTF-8", bytes(0x7b, 0xff, 0xfe, 0x7d), "application/json", [400]],
    ["half a character in UTF-8", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), "application/json", [400]],
    ["UTF-16", bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0), "application/json", [400]],
    ["one byte more than is taken", tooLarge.slice(0, LIMITS.jsonBytes + 1), "application/json", [413]],
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
    for (const [label, body, type, statuses] of getsWholeList(name) ? all : all.slice(0, 1)) {
      expectErrorResponse(await postBody(browser, path, body, type), label, statuses);
    }
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
