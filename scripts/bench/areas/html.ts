import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run-script.mjs";
import { startBaseline } from "../baseline.ts";
import { SiteClient } from "../client.ts";
import { race } from "../race.ts";
import { formatFigure } from "../report.ts";
import type { BenchArea } from "../run.ts";
import { emptyScratchFolder, scratchWorld, startQuietSite } from "../worlds.ts";

/** Compares the HTML of first screens with a single select in the same template. */
export const measureHtml: BenchArea = async (report, { small }) => {
  const state = await scratchWorld();
  const copy = emptyScratchFolder();
  cpSync(state, copy, { recursive: true });
  const TEMPLATE = readFileSync(join(root, "dist/client/web/index.html"), "utf8");
  const [site, limit] = [
    await startQuietSite(state),
    await startBaseline("html", { state: copy, bindings: { TEMPLATE } }),
  ];
  const member = await SiteClient.signIn(site.url, "bobby");
  const { url } = site;
  const { cookie } = member;
  try {
    const { limit: baseline, ...rates } = await race(
      {
        limit: { url: limit.url, path: "/" },
        "visitor at /": { url, path: "/" },
        "visitor at /levels": { url, path: "/levels" },
        // A different search each time, so nothing is cached.
        "visitor at /levels, nothing cached": { url, path: "/levels?search=tower+{n}" },
        "visitor at a level": { url, path: "/levels/7" },
        "signed in at /": { url, path: "/", cookie },
        "signed in at /levels": { url, path: "/levels", cookie },
      },
      { rounds: small ? 5 : 9, milliseconds: 500 },
    );
    for (const [label, rate] of Object.entries(rates)) {
      const options = {
        unit: "× baseline select in HTML",
        notes: [`${formatFigure(Math.round(rate))} of ${formatFigure(Math.round(baseline))} per second`],
      };
      if (label === "visitor at /" || label === "visitor at /levels")
        report.atLeast(label, rate / baseline, 0.8, options);
      else report.info(label, rate / baseline, options);
    }
  } finally {
    await Promise.all([site.stop(), limit.stop()]);
  }
};
