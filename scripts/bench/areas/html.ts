import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../bootstrap.mjs";
import { startBare } from "../bare.ts";
import { Person } from "../client.ts";
import { race } from "../race.ts";
import { show } from "../report.ts";
import type { Area } from "../run.ts";
import { emptyScratch, scratchWorld, startQuietly } from "../worlds.ts";

/** The HTML of first screens against one select put into the same template. */
export const measureHtml: Area = async (report, { small }) => {
  const state = await scratchWorld();
  const copy = emptyScratch();
  cpSync(state, copy, { recursive: true });
  const TEMPLATE = readFileSync(join(root, "dist/client/web/index.html"), "utf8");
  const [site, limit] = [
    await startQuietly(state),
    await startBare("html", { state: copy, bindings: { TEMPLATE } }),
  ];
  const member = await Person.signedIn(site.url, "bobby");
  const { url } = site;
  const { cookie } = member;
  try {
    const { limit: bare, ...rates } = await race(
      {
        limit: { url: limit.url, path: "/" },
        "visitor at /": { url, path: "/" },
        "visitor at /levels": { url, path: "/levels" },
        // Another search each time, so that nothing of the page is kept from the one before.
        "visitor at /levels, nothing kept": { url, path: "/levels?search=tower+{n}" },
        "visitor at a level": { url, path: "/levels/7" },
        "signed in at /": { url, path: "/", cookie },
        "signed in at /levels": { url, path: "/levels", cookie },
      },
      { rounds: small ? 5 : 9, milliseconds: 500 },
    );
    for (const [what, rate] of Object.entries(rates)) {
      const words = {
        unit: "× bare select in HTML",
        notes: [`${show(Math.round(rate))} of ${show(Math.round(bare))} a second`],
      };
      if (what === "visitor at /" || what === "visitor at /levels")
        report.least(what, rate / bare, 0.8, words);
      else report.told(what, rate / bare, words);
    }
  } finally {
    await Promise.all([site.stop(), limit.stop()]);
  }
};
