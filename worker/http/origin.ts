import type { Env } from "../env.ts";

/**
 * The site's own origin, for every absolute URL that leaves the worker: mails, head tags, redirects of other companies. It must
 * not depend on the request's Host header, which anyone can choose; only where no origin is configured is that used.
 */
export const originOf = (request: Request, env: Env): string => env.ORIGIN ?? new URL(request.url).origin;
