import { isForStaff } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import type { ClientsByRole, CostSample } from "./costs.ts";
import { BENCH_ROLES } from "./list-case.ts";

/** Example values for path parameters. */
const PARAMS: Record<string, string> = {
  id: "1",
  username: "bobby",
  tab: "incoming",
  subforum: "1",
  type: "level",
  target: "1",
  token: "a-token-that-is-nobodys-at-all",
  settingsTab: "privacy",
};

/** A URL of a page, with examples for its parameters. */
export const examplePath = (path: string): string =>
  path.replace(/:(\w+)\??/g, (_, name: string) => {
    const value = PARAMS[name];
    if (value === undefined) throw new Error(`${path}: there's no example for :${name}.`);
    return value;
  });

/** Returns the path of every page. */
export const pagePaths = (): string[] => PAGES.map(({ path }) => examplePath(path));

/** Pages that return 404 to users without access. */
const HIDDEN_PATHS = new Set(PAGES.filter(isForStaff).map(({ path }) => examplePath(path)));

/** Measures the D1 cost of each page's HTML without caches. */
export async function measurePages(clients: ClientsByRole): Promise<CostSample[]> {
  const samples: CostSample[] = [];
  for (const path of pagePaths())
    for (const role of BENCH_ROLES) {
      // A write clears the cache for visitors.
      await clients.member.post("/api/auth/update", { theme_id: 1 });
      const { status, cost, milliseconds } = await clients[role].get(path);
      const isHidden = status === 404 && HIDDEN_PATHS.has(path);
      if (status >= 400 && !isHidden) throw new Error(`${path} as ${role}: ${status}`);
      samples.push({
        name: `${path} as ${role}`,
        roundTrips: cost.roundTrips,
        read: cost.read,
        milliseconds,
        size: 1,
      });
    }
  return samples;
}
