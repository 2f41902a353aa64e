import { isForStaff } from "#domain/api/page.ts";
import { PAGES } from "#domain/api/pages.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import costOfLive from "../../docs/cost-of-live.md?raw";

/** The most D1 round trips that the document's table states for an action. */
function documentedRoundTrips(action: string): number {
  const row = costOfLive.split("\n").find((line) => line.startsWith(`| ${action} |`));
  const [, , , , roundTrips = ""] = row?.split("|") ?? [];
  return Number(/(\d+) *$/.exec(roundTrips)?.[1]);
}

test("the cost of live states as many D1 round trips for a page as a page takes at most", async () => {
  const browser = await signedInUser();
  const limit = documentedRoundTrips("open another page");
  const counts: [path: string, roundTrips: number][] = [];
  for (const page of PAGES) {
    if (page.path.includes(":") || isForStaff(page)) continue;
    const { roundTrips, forumRoundTrips, playRoundTrips } = (await browser.fetch(page.path)).cost;
    counts.push([page.path, roundTrips + forumRoundTrips + playRoundTrips]);
  }
  expect(counts.filter(([, count]) => count > limit)).toEqual([]);
  expect(counts.filter(([, count]) => count > 1).length, JSON.stringify(counts)).toBeGreaterThan(0);
});
