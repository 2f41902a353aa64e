import type { SQLInputValue } from "node:sqlite";
import type { RenderJob } from "#worker/render/job.ts";
import { sendAll } from "#worker/send-all.ts";
import { startSite } from "../site/site.ts";

/** What the process that kills this one may ask of it. */
export type Request = { id: number } & (
  | { ask: "schedule" }
  | { ask: "rows"; sql: string; params: SQLInputValue[] }
  | { ask: "objects" }
  | { ask: "draw"; jobs: RenderJob[] }
  | { ask: "stop" }
);

/** The answer to the request of that number; the one of number 0 says that the site is up. */
export interface Reply {
  id: number;
  value?: unknown;
  error?: string;
}

// The site in a process of its own, to be killed: port, state folder and variables are its arguments.
const [port, state = "", given = "{}"] = process.argv.slice(2);
const vars = { RATE_LIMITS: "off", LOG: "errors", ...(JSON.parse(given) as Record<string, string>) };
const site = await startSite({ port: Number(port), state, vars });

async function answer(request: Request): Promise<unknown> {
  switch (request.ask) {
    case "schedule":
      return site.runSchedule();
    case "rows": {
      const { results } = await site.d1
        .prepare(request.sql)
        .bind(...request.params)
        .all();
      return results;
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
    case "draw":
      return sendAll(site.renders, request.jobs);
    case "stop":
      return site.stop();
  }
}

process.on("message", async (request: Request) => {
  const reply: Reply = { id: request.id };
  try {
    reply.value = await answer(request);
  } catch (error) {
    reply.error = String(error);
  }
  process.send?.(reply);
  if (request.ask === "stop") process.disconnect();
});
process.send?.({ id: 0 } satisfies Reply);
