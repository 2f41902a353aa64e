import { SiteClient } from "../client.ts";
import { formatFigure } from "../report.ts";
import { checkGrowth, checkSiteRows, type SiteCosts } from "../rows/check-rows.ts";
import { measureCosts } from "../rows/costs.ts";
import { measurePages } from "../rows/pages.ts";
import { measureWrites } from "../rows/writes.ts";
import type { BenchArea } from "../run.ts";
import { cachedWorld, scratchWorld, startQuietSite } from "../worlds.ts";

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

/** Measures the D1 cost of requests with a thousand and with a million rows. */
export const measureRows: BenchArea = async (report, { small, ledger }) => {
  const usual = small ? SOME : MANY;
  const many = { ...usual, transactions: ledger ?? usual.transactions };
  const few = await measureSite(await scratchWorld(FEW));
  const large = await measureSite(await cachedWorld(many));
  for (const [rows, measured] of [[FEW.levels, few] as const, [many.levels, large] as const])
    checkSiteRows(report, formatFigure(rows), measured);
  checkGrowth(report, few.costs.lists, large.costs.lists);
};

async function measureSite(state: string): Promise<SiteCosts> {
  const site = await startQuietSite(state);
  try {
    const clients = {
      visitor: new SiteClient(site.url),
      member: await SiteClient.signIn(site.url, "bobby"),
      admin: await SiteClient.signIn(site.url, "admin"),
    };
    const pages = await measurePages(clients);
    const costs = await measureCosts(clients);
    return { costs, pages, writes: await measureWrites(clients.member, clients.admin) };
  } finally {
    await site.stop();
  }
}
