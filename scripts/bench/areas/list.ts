import { cpSync } from "node:fs";
import { startBare } from "../bare.ts";
import { Person } from "../client.ts";
import { race } from "../race.ts";
import { show } from "../report.ts";
import type { Area } from "../run.ts";
import { emptyScratch, scratchWorld, startQuietly } from "../worlds.ts";

/** The level list against bare programs, sixteen asking at once. */
export const measureList: Area = async (report, { small }) => {
  const state = await scratchWorld();
  const copy = emptyScratch();
  cpSync(state, copy, { recursive: true });
  const [site, hello, select] = [
    await startQuietly(state),
    await startBare("hello"),
    await startBare("select", { state: copy }),
  ];
  const member = await Person.signedIn(site.url, "bobby");
  const { url } = site;
  try {
    const visitor = new Person(url);
    await visitor.get("/api/levels");
    const kept = await visitor.get("/api/levels");
    const rates = await race(
      {
        hello: { url: hello.url, path: "/" },
        kept: { url, path: "/api/levels" },
        select: { url: select.url, path: "/" },
        uncached: { url, path: "/api/levels?n={n}" },
        signedIn: { url, path: "/api/levels", cookie: member.cookie },
      },
      { rounds: small ? 5 : 35, milliseconds: 160 },
    );
    report.most("visitor, kept answer: D1 rounds", kept.cost.rounds, 0);
    const line = (what: string, ours: number, bare: number, name: string, limit: number) =>
      report.least(what, ours / bare, limit, {
        unit: `× ${name}`,
        notes: [`${show(Math.round(ours))} of ${show(Math.round(bare))} a second`],
      });
    line("visitor, kept answer", rates.kept, rates.hello, "bare hello", 0.7);
    line("visitor, not kept", rates.uncached, rates.select, "bare raw select", 0.8);
    line("signed in", rates.signedIn, rates.select, "bare raw select", 0.6);
  } finally {
    await Promise.all([site.stop(), hello.stop(), select.stop()]);
  }
};
