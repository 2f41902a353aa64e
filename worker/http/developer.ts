import { isProduction } from "../env.ts";

/** Names that no one else can have, and IP addresses. */
const OWN_HOST = /^(?:localhost|[a-z\d.-]+\.(?:localhost|test)|[\d.]+|\[[a-f\d:.]+\])$/;

/**
 * Whether a request can come from a developer's own browser. The name of another site can lead to this computer, too, and its pages
 * could then read everything here (DNS rebinding); an IP address or the site's own name can't.
 */
export function isDeveloper(request: Request, env: Env): boolean {
  if (isProduction(env)) return false;
  const { hostname } = new URL(request.url);
  return OWN_HOST.test(hostname) || (env.ORIGIN !== undefined && hostname === new URL(env.ORIGIN).hostname);
}
