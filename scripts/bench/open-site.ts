import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addCrowd, type OwnSite } from "../client/crowd.ts";
import { SiteClient, type SiteResponse } from "../client/site-client.ts";
import { root } from "../run-script.mjs";
import { DEMO_PASSWORD, DEMO_TWO_FACTOR } from "../seed/sign-ins.ts";
import type { SiteOptions } from "../site/site.ts";
import { withProcess } from "./processes.ts";
import { emptyScratchFolder, startQuietSite } from "./worlds.ts";

export type Counts = Record<string, number>;

/** A running site with signed-in members, and the id of its runtime process. */
export type BenchSite = Awaited<ReturnType<typeof openSite>>;

interface BenchSiteOptions extends Partial<SiteOptions> {
  /** A module of tests/bench/wrappers that wraps the built worker. */
  wrap?: "meter" | "plain";
  /** By default an empty one. */
  state?: string;
}

/** Returns the source of a module in tests/bench/wrappers. */
export function readWrapper(name: "meter" | "plain" | "faults"): string {
  const source = readFileSync(join(root, `tests/bench/wrappers/${name}.ts`), "utf8");
  return stripTypeScriptTypes(source).replaceAll("#worker/index.ts", "./index.js");
}

/** Starts the site with this many members. `await using` stops it. */
export async function openSite(
  count: number,
  { wrap, state = emptyScratchFolder(), ...options }: BenchSiteOptions = {},
) {
  const site = await withProcess(() =>
    startQuietSite(state, { ...options, ...(wrap && { wrapper: readWrapper(wrap) }) }),
  );
  const own: OwnSite = {
    url: site.url,
    state,
    rows: async <Row>(sql: string, ...params: unknown[]) =>
      (
        await site.d1
          .prepare(sql)
          .bind(...params)
          .all<Row>()
      ).results,
  };
  return { ...site, ...own, users: await addCrowd(own, count) };
}

/** Signs in a demo member. */
export async function signInDemo(url: string, username: string): Promise<SiteClient> {
  const client = new SiteClient(url);
  await client.signIn(username, DEMO_PASSWORD, DEMO_TWO_FACTOR);
  return client;
}

/** Returns the counts of a metered site and resets them. */
export const takeCounts = async (url: string): Promise<Counts> =>
  (await (await fetch(`${url}/bench/meter`)).json()) as Counts;

/** The round trips to the database with the most: those to several databases run side by side. */
export const mostRoundTrips = (counts: Counts): number =>
  Math.max(
    0,
    ...Object.keys(counts).map((name) => (name.startsWith("round trips to ") ? (counts[name] ?? 0) : 0)),
  );

/** Longer than any delayed work takes to start. */
const SETTLED_MS = 6_500;
const STEP_MS = 500;

/** Waits until a metered site is idle. Returns its counts and resets them. */
export async function settledCounts(url: string): Promise<Counts> {
  const sums: Counts = {};
  for (let idle = 0; idle < SETTLED_MS; idle += STEP_MS) {
    await pause(STEP_MS);
    const counts = Object.entries(await takeCounts(url));
    for (const [name, times] of counts) sums[name] = (sums[name] ?? 0) + times;
    if (counts.length) idle = 0;
  }
  return sums;
}

/** D1 round trips and rows of a request, from Server-Timing. */
export interface RequestCost {
  /** Round trips to the database with the most. Those to several databases run side by side. */
  roundTrips: number;
  read: number;
}

export function costOf({ headers }: Pick<SiteResponse, "headers">): RequestCost {
  const timing = headers.get("Server-Timing") ?? "";
  const count = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(timing)?.[1] ?? 0);
  return { roundTrips: Math.max(...["main", "forum", "play"].map(count)), read: count("rows_read") };
}
