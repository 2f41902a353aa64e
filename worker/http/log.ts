import type { Context } from "hono";
import type { Env } from "../env.ts";
import type { AppEnv } from "./handle.ts";

/** A line of what failed and is done without, or tried again: `event` names it, `about` says whose or which it was. */
export function logError(event: string, about: object, error: unknown): void {
  console.error(JSON.stringify({ level: "error", event, ...about, error: String(error) }));
}

/** One line of JSON per successful job of the schedule. */
export function logJob(env: Env, job: string, ms: number): void {
  if (env.LOG !== "errors") console.log(JSON.stringify({ level: "info", event: "job done", job, ms }));
}

/** One line of JSON per request, found again by the id in its X-Request-Id header. No addresses, no query texts. */
export function logRequest(c: Context<AppEnv>, milliseconds: number): void {
  const { status } = c.res;
  if (c.env.LOG === "errors" && status < 500) return;
  const { rounds, rowsRead, rowsWritten } = c.get("meter");
  console.log(
    JSON.stringify({
      level: status >= 500 ? "error" : "info",
      request: c.get("requestId"),
      method: c.req.method,
      path: c.req.path,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      user: c.get("userId"),
      rounds,
      rows_read: rowsRead,
      rows_written: rowsWritten,
    }),
  );
}
