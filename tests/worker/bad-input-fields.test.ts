import { fillPath, type Route } from "#domain/api/route.ts";
import { readOnlyRoute } from "#domain/system/api.ts";
import {
  addAttackTargets,
  adminBrowser,
  expectErrorResponse,
  fieldsOf,
  getsWholeList,
  params,
  postBody,
  routes,
  validInput,
} from "#tests/support/attack-targets.ts";
import type { Browser, TestResponse } from "#tests/support/browser.ts";
import { recordRenderJobs } from "#tests/support/render-jobs.ts";
import { tableSizes } from "#tests/support/stored.ts";

await addAttackTargets();
const withFields = routes.filter(([, route]) => fieldsOf(route).length > 0);

/** Texts to attack queries and forms with. */
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
