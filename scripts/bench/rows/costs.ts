import type { Answer, Person } from "../client.ts";
import { type ListCase, lists, type RoleName, SINGLES, searches } from "./cases.ts";

/** What one request has cost. */
export interface Sample {
  name: string;
  rounds: number;
  read: number;
  milliseconds: number;
  size: number;
}

/** A list asked for at its first page, its fiftieth, its last and one past the end; absent where it has no such page. */
export interface ListSample {
  name: string;
  size: number;
  pages: number;
  first: Sample;
  fiftieth?: Sample;
  last?: Sample;
  beyond?: Sample;
}

export interface Costs {
  lists: ListSample[];
  searches: Sample[];
  singles: Sample[];
}

export type People = Record<RoleName, Person>;

const FAR = 1_000_000;
let asked = 0;

/** An address nobody has asked for, so that no kept answer serves it. */
const fresh = (path: string, query: object): string =>
  `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ ...(query as Record<string, string>), n: String(++asked) })}`;

const nameOf = (path: string, query: object, role: RoleName): string => {
  const said = Object.entries(query).filter(([, value]) => value !== "" && value !== 0 && value !== "false");
  return `${path}${said.length ? `?${said.map(([key, value]) => `${key}=${value}`).join("&")}` : ""} as ${role}`;
};

const sample = (name: string, size: number, { cost, milliseconds }: Answer): Sample => ({
  name,
  rounds: cost.rounds,
  read: cost.read,
  milliseconds,
  size,
});

/** Asks for everything and notes what it cost. */
export async function measureCosts(people: People): Promise<Costs> {
  const costs: Costs = { lists: [], searches: [], singles: [] };
  for (const list of lists())
    for (const role of list.roles) costs.lists.push(await measureList(people[role], list, role));
  for (const { path, query, size, roles } of searches())
    for (const role of roles)
      costs.searches.push(await ask(people[role], path, query, size, nameOf(path, query, role)));
  for (const path of SINGLES)
    for (const role of Object.keys(people) as RoleName[])
      costs.singles.push(await ask(people[role], path, {}, 1, nameOf(path, {}, role)));
  return costs;
}

async function measureList(person: Person, list: ListCase, role: RoleName): Promise<ListSample> {
  const { path, query, size } = list;
  const name = nameOf(path, query, role);
  const at = (page: number) => person.get(fresh(path, { ...query, page }));
  const first = await at(1);
  if (first.status !== 200) throw new Error(`${name}: ${first.status} ${first.text}`);
  const pages = (JSON.parse(first.text) as { meta: { last_page: number } }).meta.last_page;
  const measured: ListSample = { name, size, pages, first: sample(name, size, first) };
  const page = async (number: number, what: string) => {
    const answer = await at(number);
    // Lists without a way from their end refuse what lies too deep, which costs nothing.
    return answer.status === 422 ? undefined : sample(`${name}, ${what}`, size, answer);
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

async function ask(person: Person, path: string, query: object, size: number, name: string): Promise<Sample> {
  const answer = await person.get(fresh(path, query));
  if (answer.status >= 400) throw new Error(`${name}: ${answer.status} ${answer.text}`);
  return sample(name, size, answer);
}
