import type { SiteClient, TimedResponse } from "../client.ts";
import { type ListCase, lists, type RoleName, SINGLES, searches } from "./list-case.ts";

/** The cost of one request. */
export interface CostSample {
  name: string;
  roundTrips: number;
  read: number;
  milliseconds: number;
  size: number;
}

/** The costs of a list's first, fiftieth and last page and of one past the end, if they exist. */
export interface ListSample {
  name: string;
  size: number;
  pages: number;
  first: CostSample;
  fiftieth?: CostSample;
  last?: CostSample;
  beyond?: CostSample;
}

export interface Costs {
  lists: ListSample[];
  searches: CostSample[];
  singles: CostSample[];
}

export type ClientsByRole = Record<RoleName, SiteClient>;

const FAR = 1_000_000;
let requests = 0;

/** A URL that wasn't requested before, so no cached response is used. */
const uncachedUrl = (path: string, query: object): string =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ ...(query as Record<string, string>), n: String(++requests) })}`;

const nameOf = (path: string, query: object, role: RoleName): string => {
  const params = Object.entries(query).filter(
    ([, value]) => value !== "" && value !== 0 && value !== "false",
  );
  return `${path}${params.length ? `?${params.map(([key, value]) => `${key}=${value}`).join("&")}` : ""} as ${role}`;
};

const sample = (name: string, size: number, { cost, milliseconds }: TimedResponse): CostSample => ({
  name,
  roundTrips: cost.roundTrips,
  read: cost.read,
  milliseconds,
  size,
});

/** Requests every list, search and single resource, and returns the costs. */
export async function measureCosts(clients: ClientsByRole): Promise<Costs> {
  const costs: Costs = { lists: [], searches: [], singles: [] };
  for (const list of lists())
    for (const role of list.roles) costs.lists.push(await measureList(clients[role], list, role));
  for (const { path, query, size, roles } of searches())
    for (const role of roles)
      costs.searches.push(await measureGet(clients[role], path, query, size, nameOf(path, query, role)));
  for (const path of SINGLES)
    for (const role of Object.keys(clients) as RoleName[])
      costs.singles.push(await measureGet(clients[role], path, {}, 1, nameOf(path, {}, role)));
  return costs;
}

async function measureList(client: SiteClient, list: ListCase, role: RoleName): Promise<ListSample> {
  const { path, query, size } = list;
  const name = nameOf(path, query, role);
  const at = (page: number) => client.get(uncachedUrl(path, { ...query, page }));
  const first = await at(1);
  if (first.status !== 200) throw new Error(`${name}: ${first.status} ${first.text}`);
  const pages = (JSON.parse(first.text) as { meta: { last_page: number } }).meta.last_page;
  const measured: ListSample = { name, size, pages, first: sample(name, size, first) };
  const page = async (number: number, label: string) => {
    const response = await at(number);
    // Lists that can't be read from their end reject deep pages, which costs nothing.
    return response.status === 422 ? undefined : sample(`${name}, ${label}`, size, response);
  };
  const fiftieth = pages >= 50 ? await page(50, "page 50") : undefined;
  const last = pages > 1 ? await page(pages, `page ${pages}`) : undefined;
  const beyond = await page(FAR, "past the end");
  return {
    ...measured,
    ...(fiftieth && { fiftieth }),
    ...(last && { last }),
    ...(beyond && { beyond }),
  };
}

async function measureGet(
  client: SiteClient,
  path: string,
  query: object,
  size: number,
  name: string,
): Promise<CostSample> {
  const response = await client.get(uncachedUrl(path, query));
  if (response.status >= 400) throw new Error(`${name}: ${response.status} ${response.text}`);
  return sample(name, size, response);
}
