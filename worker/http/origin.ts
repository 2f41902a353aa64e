/**
 * Returns the site's origin, used in every absolute URL that leaves the worker: mails, head tags, redirects
 * of other companies. It must not depend on the Host header, which anyone can set; that's only the fallback
 * if no origin is configured.
 */
export const siteOrigin = (request: Request, env: Env): string => env.ORIGIN ?? new URL(request.url).origin;
