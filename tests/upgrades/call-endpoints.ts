import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Route } from "#domain/api/route.ts";
import type { EndpointCase } from "#tests/support/endpoints/callers.ts";
import type { LoadModule } from "./modules.ts";

const CASES = "tests/support/endpoints";
/** Values for parameters of paths: none, one that can't be, and one too large for an integer. */
const ODD_VALUES = ["0", "no such thing", "99999999999999999999"];
const ODD_QUERIES = [
  "page=0",
  "page=99999999999&search=%25%27&sort=none&type=none",
  "before=none&after=none&id=none",
];
const BROKEN_BODIES = ["", "{", "null", "[]", '{"id":"none","title":7,"body":null,"user_id":-1}'];

/** The table of worker tests of a version, by method and path. */
async function readCases(folder: string): Promise<Record<string, EndpointCase>> {
  const files = readdirSync(join(folder, CASES)).filter((name) => name.endsWith("-cases.ts"));
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(join(folder, CASES, name)).href)),
  );
  return Object.assign({}, ...modules.flatMap((module: object) => Object.values(module)));
}

/**
 * Calls every endpoint of a version's contract as every caller: with good input, as in the table of its worker tests, and then
 * with odd parameters and broken bodies. Returns calls that couldn't be prepared, or whose status isn't that of the table.
 */
export async function callEndpoints(folder: string, load: LoadModule): Promise<string[]> {
  const { API_ROUTES } = await load("domain/api/api-routes.ts");
  const { fillPath } = await load("domain/api/route.ts");
  const { Browser } = await load("tests/support/browser.ts");
  const { CALLERS, callCase, callerBrowsers, callerUsers, isPlainRead, plainReadCase, signInCallers } =
    await load("tests/support/endpoints/callers.ts");
  const cases = await readCases(folder);
  await signInCallers();
  const wrong: string[] = [];

  const browserFor = (route: Route, caller: (typeof CALLERS)[number]) => {
    // Signing out and in changes the browser, so those get a fresh one.
    if (!route.path.startsWith("/api/auth/")) return callerBrowsers[caller];
    if (caller === "visitor") return Browser.visitor();
    return Browser.signedIn(
      callerUsers[caller],
      caller === "moderator" || caller === "admin" ? caller : "member",
    );
  };

  async function callWell(route: Route, name: string, caller: (typeof CALLERS)[number]): Promise<void> {
    const endpointCase = cases[name] ?? (isPlainRead(route) ? plainReadCase(route) : undefined);
    if (!endpointCase) return;
    try {
      const browser = await browserFor(route, caller);
      const { status } = await callCase(browser, route, endpointCase, caller);
      const expected = endpointCase.but?.[caller] ?? endpointCase.expect;
      if (status !== expected) wrong.push(`${name} as ${caller}: ${status} instead of ${expected}`);
    } catch (error) {
      wrong.push(`${name} as ${caller}: ${String(error)}`);
    }
  }

  /** Admins get past every check of access, so they send everything and the others a sample. */
  async function callBadly(route: Route, caller: (typeof CALLERS)[number]): Promise<void> {
    const browser = await browserFor(route, caller);
    const names = [...route.path.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? "");
    const paths = (names.length ? ODD_VALUES : ["0"]).map((value) =>
      fillPath(route.path, Object.fromEntries(names.map((name) => [name, value]))),
    );
    const [path = ""] = paths;
    const isGet = route.method === "GET";
    const urls = isGet ? [...paths, ...ODD_QUERIES.map((query) => `${path}?${query}`)] : paths;
    const headers = { ...browser.writeHeaders(), "Content-Type": "application/json" };
    const post = (url: string, body: string) => browser.fetch(url, { method: "POST", body, headers });
    const isSample = caller !== "admin";
    for (const url of urls.slice(0, isSample ? 1 : undefined))
      await (isGet ? browser.fetch(url) : post(url, "{}"));
    if (isGet || isSample) return;
    for (const body of BROKEN_BODIES) await post(path, body);
  }

  for (const route of API_ROUTES) {
    const name = `${route.method} ${route.path}`;
    await Promise.all(CALLERS.map((caller) => callWell(route, name, caller)));
  }
  for (const route of API_ROUTES)
    await Promise.all((["visitor", "other", "admin"] as const).map((caller) => callBadly(route, caller)));
  return wrong;
}
