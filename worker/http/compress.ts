import type { Context } from "hono";
import { isProduction } from "../env.ts";
import type { AppEnv } from "./handle.ts";

/** In production the edge in front of the worker compresses; on one's own machine the runtime is asked to. */
export function compressLocally(c: Context<AppEnv>, headers: Headers): void {
  if (isProduction(c.env) || !/gzip/.test(c.req.header("Accept-Encoding") ?? "")) return;
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
}
