import type { Context } from "hono";
import { isProduction } from "../env.ts";
import type { AppEnv } from "./handle.ts";

/** Makes the local runtime compress a response. In production, the edge in front of the worker does. */
export function compressLocally(c: Context<AppEnv>, headers: Headers): void {
  if (isProduction(c.env) || !/gzip/.test(c.req.header("Accept-Encoding") ?? "")) return;
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
}
