import { env, waitUntil } from "cloudflare:workers";
import { flushErrors } from "../http/error-log.ts";
import { logError } from "../http/log.ts";

/** Logs an error that must not stop the object, and what failed. */
export type LogFailure = (what: string, error: unknown) => void;

export const failureLogger =
  (className: string, { name }: DurableObjectId): LogFailure =>
  (what, error) => {
    logError("object failed", { object: `${className}:${name}`, what }, error);
    // Objects can run in a process without requests.
    const flush = flushErrors(env as unknown as Env);
    if (flush) waitUntil(flush);
  };
