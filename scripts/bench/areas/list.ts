import { cpSync } from "node:fs";
import { startBaseline } from "../baseline.ts";
import { SiteClient } from "../client.ts";
import { race } from "../race.ts";
import { formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { emptyScratchFolder, scratchWorld, startQuietSite } from "../worlds.ts";

/** Compares the level list with minimal programs, with sixteen parallel connections. */
export const measureList: BenchArea = async (report, { small }) => {
  const state = await scratchWorld();
  const copy = emptyScratchFolder();
  cpSync(state, copy, { recursive: true });
  const [site, hello, select] = [
    await startQuietSite(state),
    await startBaseline("hello"),
    await startBaseline("select", { state: copy }),
  ];
  const member = await SiteClient.signIn(site.url, "bobby");
  const { url } = site;
  try {
    const visitor = new SiteClient(url);
    await visitor.get("/api/levels");
    const cached = await visitor.get("/api/levels");
    const rates = await race(
      {
        hello: { url: hello.url, path: "/" },
        cached: { url, path: "/api/levels" },
        select: { url: select.url, path: "/" },
        uncached: { url, path: "/api/levels?n={n}" },
        signedIn: { url, path: "/api/levels", cookie: member.cookie },
      },
      { rounds: small ? 5 : 35, milliseconds: 160 },
    );
    report.atMost("visitor, cached response: D1 round trips", cached.cost.roundTrips, 0);
    const line = (label: string, ours: number, baseline: number, name: string, limit: number) =>
      report.atLeast(label, ours / baseline, limit, {
        unit: `× ${name}`,
        notes: [`${formatFigure(Math.round(ours))} of ${formatFigure(Math.round(baseline))} per second`],
      });
    line("visitor, cached response", rates.cached, rates.hello, "baseline hello", 0.7);
    line("visitor, not cached", rates.uncached, rates.select, "baseline select", 0.8);
    line("signed in", rates.signedIn, rates.select, "baseline select", 0.6);
  } finally {
    await Promise.all([site.stop(), hello.stop(), select.stop()]);
  }
};
