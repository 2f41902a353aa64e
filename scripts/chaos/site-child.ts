import type { SQLInputValue } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { startSite } from "../site/site.ts";

/** A statement to run on one of the site's databases. */
export interface SiteStatement {
  sql: string;
  params: SQLInputValue[];
}

/** A call of the parent process. */
export interface SiteChildCall {
  id: number;
  name: keyof SiteChild;
  args: unknown[];
}

/** The reply to the call with this id. Id 0 means that the site is up. */
export interface SiteChildReply {
  id: number;
  value?: unknown;
  error?: string;
}

// Runs the site in a process that can be killed. Arguments: port, state folder, variables and wrapper.
const [port, state = "", varsJson = "{}", wrapper] = process.argv.slice(2);
const vars = { RATE_LIMITS: "off", LOG: "errors", ...(JSON.parse(varsJson) as Record<string, string>) };
const site = await startSite({ port: Number(port), state, vars, ...(wrapper && { wrapper }) });

/** The calls of the parent process. */
export type SiteChild = typeof child;
const child = {
  runSchedule: () => site.runSchedule(),
  /** Runs statements in one transaction of a database. Returns the rows of the last one. */
  async transaction(database: DatabaseName, statements: SiteStatement[]): Promise<unknown[]> {
    const d1 = site.databases[database];
    const results = await d1.batch(statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
    return results.at(-1)?.results ?? [];
  },
  /** Returns the names of all objects in the bucket. */
  async objects(): Promise<string[]> {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await site.bucket.list(cursor ? { cursor } : {});
      keys.push(...page.objects.map(({ key }) => key));
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor);
    return keys;
  },
  /** Adds a check to the queue of runs. */
  checkRun: (job: RunJob, delaySeconds: number) => site.runs.send(job, { delaySeconds }),
  stop: () => site.stop(),
};

process.on("message", async ({ id, name, args }: SiteChildCall) => {
  const reply: SiteChildReply = { id };
  try {
    reply.value = await (child[name] as (...values: unknown[]) => Promise<unknown>)(...args);
  } catch (error) {
    reply.error = String(error);
  }
  process.send?.(reply);
  if (name === "stop") process.disconnect();
});
process.send?.({ id: 0 } satisfies SiteChildReply);
