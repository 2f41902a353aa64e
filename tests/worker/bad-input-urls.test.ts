import { fillPath } from "#domain/api/route.ts";
import {
  addAttackTargets,
  adminBrowser,
  expectErrorResponse,
  isNightly,
  params,
  routes,
  validInput,
} from "#tests/support/attack-targets.ts";
import { Browser } from "#tests/support/browser.ts";
import { tableSizes } from "#tests/support/stored.ts";

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
        expectErrorResponse(await send(), label, [404], mostRoundTrips);
      }
    }
    expect(await tableSizes()).toEqual(before);
  });
});

describe("query strings", () => {
  test("use the first value of a repeated key and ignore unknown or broken keys", async () => {
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
});
