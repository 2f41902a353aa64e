import { globSync, readFileSync } from "node:fs";
import { isForStaff, type Page } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import type { Access } from "#domain/api/route.ts";

const LEVELS: readonly Access[] = ["public", "member", "moderator", "admin"];
const levelOf = (access: Access) => LEVELS.indexOf(access);

const fileOf = (module: string) => `web/features/${module.replace("/", "/pages/")}-page.tsx`;
const modulesOf = ({ module, memberModule }: Page) => (memberModule ? [module, memberModule] : [module]);

/** Paths without their feature's name: short ones that people type, and those of single things. */
const PATHS: Record<string, readonly string[]> = {
  auth: [
    "/register",
    "/login",
    "/forgot-password",
    "/reset-password/:token",
    "/email/verify/:token",
    "/email/revert/:token",
  ],
  conversations: ["/chat"],
  follows: ["/users/:username/followers", "/users/:username/following"],
  home: ["/"],
  levels: ["/level/create"],
  play: ["/download"],
  reports: ["/report/:type/:target"],
  standing: ["/banned"],
};

/** Titles without the last name of their path: what a page is for, or whose it is. */
const TITLES: Record<string, string> = {
  "/avatar": "Your bopi",
  "/build/new": "Start from a world",
  "/dev/ui": "Design system",
  "/email/revert/:token": "Undo the email change",
  "/email/verify/:token": "Confirm your email address",
  "/forums/:subforum": "Threads",
  "/forums/:subforum/create": "New thread",
  "/login": "Sign in",
  "/register": "Sign up",
  "/reset-password/:token": "Choose a new password",
  "/users/:username": "Profile",
};

/** Queries with which pages preload different responses. */
const QUERIES = ["", "tab=settings", "tab=owners", "tab=hat", "search=castle", "with=2"];
const preloadsOf = (page: Page) =>
  QUERIES.flatMap(
    (query) =>
      page.preload?.(
        { id: "1", username: "ann", subforum: "1", settingsTab: "billing" },
        new URLSearchParams(query),
        1,
      ) ?? [],
  );

describe("the pages", () => {
  test("have a module each that wraps no other component, and no page module is left out", () => {
    const declared = [...new Set(PAGES.flatMap(modulesOf).map(fileOf))].sort();
    expect(declared).toEqual(globSync("web/features/*/pages/*-page.tsx").sort());
    const wrapper = /^export default function \w+\([^)]*\) \{\s*return \(?\s*<\w+[^<]*\/>\s*\)?;\s*\}/m;
    for (const file of declared) {
      const source = readFileSync(file, "utf8");
      expect(source, file).toMatch(/^export default function \w+Page\(/m);
      expect(source, file).not.toMatch(wrapper);
    }
    for (const { alsoLoads } of PAGES) if (alsoLoads) expect(globSync(alsoLoads)).toEqual([alsoLoads]);
  });

  test("have their feature's name in their path", () => {
    for (const { path, module } of PAGES) {
      const [feature = ""] = module.split("/");
      const [first = "", , third = "users"] = path.slice(1).split("/");
      const name = first === "users" ? third : first;
      if (!PATHS[feature]?.includes(path)) expect(name, path).toBe(feature);
    }
  });

  test("have the last name of their path in their title", () => {
    const others = PAGES.filter(({ path, title }) => {
      const name = path.split("/").findLast((part) => /^[a-z]/.test(part)) ?? "";
      const stems = name.split("-").map((word) => word.replace(/s$/, ""));
      return !stems.every((stem) => title.toLowerCase().includes(stem));
    });
    expect(Object.fromEntries(others.map(({ path, title }) => [path, title]))).toEqual(TITLES);
  });

  test("have a path of their own, the more specific ones first", () => {
    const paths = PAGES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    paths.forEach((path, at) => {
      const pattern = new RegExp(`^${path.replace(/\/:\w+\?/g, "(/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`);
      for (const later of paths.slice(at + 1).filter((other) => !other.includes(":")))
        expect(later, `${later} comes after ${path}`).not.toMatch(pattern);
    });
  });

  test("have a title, the listed ones a description, and are for staff under /staff only", () => {
    for (const page of PAGES) {
      const { path, title, description, inSitemap } = page;
      expect(isForStaff(page), path).toBe(/^\/staff(\/|$)/.test(path));
      expect(title, path).toMatch(/^\S.*\S$/);
      if (inSitemap && !["/", "/forums"].includes(path)) expect(description, path).toMatch(/\.$/);
    }
  });

  test.each(PAGES.map((page) => [page.path, page] as const))("%s can load its responses", (_, page) => {
    const needed = Math.max(0, ...preloadsOf(page).map(({ route }) => levelOf(route.access)));
    expect(levelOf(page.access)).toBeGreaterThanOrEqual(needed);
    // Staff pages are no stricter than what they show.
    if (isForStaff(page) && needed > 0) expect(LEVELS[needed]).toBe(page.access);
    if (page.whileBanned)
      for (const { route } of preloadsOf(page)) expect(route.whileBanned, route.path).toBe(true);
  });
});
