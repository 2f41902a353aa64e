import type { SQLInputValue } from "node:sqlite";
import type { DatabaseName } from "#domain/database-names.ts";
import type { RunJob } from "#worker/runs/job.ts";
import { startSite } from "../site/site.ts";

/** A statement to run on one of the site's databases. */
export interface SiteStatement {
  sql: string;
  params: SQLInputValue[];
}

/** Requests of the parent process. */
export type SiteChildRequest = { id: number } & (
  | { type: "schedule" }
  | { type: "rows"; database: DatabaseName; statements: SiteStatement[] }
  | { type: "objects" }
  | { type: "check"; job: RunJob; delaySeconds: number }
  | { type: "stop" }
);

/** The reply to the request with this id. Id 0 means that the site is up. */
export interface SiteChildReply {
  id: number;
  value?: unknown;
  error?: string;
}

// Runs the site in a process that can be killed. Arguments: port, state folder, variables and wrapper.
const [port, state = "", varsJson = "{}", wrapper] = process.argv.slice(2);
const vars = { RATE_LIMITS: "off", LOG: "errors", ...(JSON.parse(varsJson) as Record<string, string>) };
const site = await startSite({ port: Number(port), state, vars, ...(wrapper && { wrapper }) });

async function handleRequest(request: SiteChildRequest): Promise<unknown> {
  switch (request.type) {
    case "schedule":
      return site.runSchedule();
    case "rows": {
      const d1 = site.databases[request.database];
      const results = await d1.batch(
        request.statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)),
      );
      return results.at(-1)?.results;
    }
    case "objects": {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await site.bucket.list(cursor ? { cursor } : {});
        keys.push(...page.objects.map(({ key }) => key));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor);
      return keys;
    }
    case "check":
      return site.runs.send(request.job, { delaySeconds: request.delaySeconds });
    case "stop":
      return site.stop();
  }
}

process.on("message", async (request: SiteChildRequest) => {
  const reply: SiteChildReply = { id: request.id };
  try {
    reply.value = await handleRequest(request);
  } catch (error) {
    reply.error = String(error);
  }
  process.send?.(reply);
  if (request.type === "stop") process.disconnect();
});
process.send?.({ id: 0 } satisfies SiteChildReply);
