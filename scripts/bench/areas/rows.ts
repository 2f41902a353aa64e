import { Person } from "../client.ts";
import { show } from "../report.ts";
import { measureCosts } from "../rows/costs.ts";
import { measurePages } from "../rows/pages.ts";
import { judgeGrowth, judgeSite, type Measured } from "../rows/verdict.ts";
import { measureWrites } from "../rows/writes.ts";
import type { Area } from "../run.ts";
import { keptWorld, scratchWorld, startQuietly } from "../worlds.ts";

const FEW = {
  users: 200,
  levels: 1_000,
  ratings: 1_000,
  comments: 6_000,
  items: 1_000,
  inventory: 3_000,
  buddies: 1_000,
  presence: 100,
  transactions: 5_000,
  threads: 1_000,
  replies: 1_000,
  cases: 1_000,
  audit_log: 1_000,
};
const MANY = {
  users: 100_000,
  levels: 1_000_000,
  ratings: 1_000_000,
  comments: 200_000,
  items: 1_000_000,
  inventory: 1_000_000,
  buddies: 500_000,
  presence: 50_000,
  transactions: 1_000_000,
  threads: 100_000,
  replies: 1_000_000,
  cases: 100_000,
  audit_log: 200_000,
};
const SOME = {
  users: 2_000,
  levels: 20_000,
  ratings: 20_000,
  comments: 10_000,
  items: 5_000,
  inventory: 50_000,
  buddies: 20_000,
  presence: 1_000,
  transactions: 100_000,
  threads: 5_000,
  replies: 20_000,
  cases: 2_000,
  audit_log: 5_000,
};

/** What requests cost at D1, at a thousand rows and at a million. */
export const measureRows: Area = async (report, { small, ledger }) => {
  const usual = small ? SOME : MANY;
  const many = { ...usual, transactions: ledger ?? usual.transactions };
  const few = await measureSite(await scratchWorld(FEW));
  const lots = await measureSite(await keptWorld(many));
  for (const [rows, measured] of [[FEW.levels, few] as const, [many.levels, lots] as const])
    judgeSite(report, show(rows), measured);
  judgeGrowth(report, few.costs.lists, lots.costs.lists);
};

async function measureSite(state: string): Promise<Measured> {
  const site = await startQuietly(state);
  try {
    const people = {
      visitor: new Person(site.url),
      member: await Person.signedIn(site.url, "bobby"),
      admin: await Person.signedIn(site.url, "admin"),
    };
    const pages = await measurePages(people);
    const costs = await measureCosts(people);
    return { costs, pages, writes: await measureWrites(people.member, people.admin) };
  } finally {
    await site.stop();
  }
}
