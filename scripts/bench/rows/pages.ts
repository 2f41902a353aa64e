import { PAGES } from "#worker/pages/table.ts";
import { ROLES } from "./cases.ts";
import type { People, Sample } from "./costs.ts";

/** Something that each page's address can name. */
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

const addressOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const value = PARAMS[name];
    if (value === undefined) throw new Error(`${path}: no example of :${name}`);
    return value;
  });

/** Addresses of every page the site has. */
export const pageAddresses = (): string[] => PAGES.map(({ path }) => addressOf(path));

/** Pages that do not exist for everybody. */
const SECRET = new Set(PAGES.filter(({ secret }) => secret).map(({ path }) => addressOf(path)));

/** The D1 cost of each page's HTML, with nothing kept from a request before. */
export async function measurePages(people: People): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const address of pageAddresses())
    for (const role of ROLES) {
      // A write makes the process forget what it keeps for visitors.
      await people.member.post("/api/auth/update", { theme_id: 1 });
      const { status, cost, milliseconds } = await people[role].get(address);
      const isHidden = status === 404 && SECRET.has(address);
      if (status >= 400 && !isHidden) throw new Error(`${address} as ${role}: ${status}`);
      samples.push({
        name: `${address} as ${role}`,
        rounds: cost.rounds,
        read: cost.read,
        milliseconds,
        size: 1,
      });
    }
  return samples;
}
