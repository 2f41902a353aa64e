import { isProduction } from "../env.ts";

/** Names that no one else can have, and IP addresses. */
const OWN_HOST = /^(?:localhost|[a-z\d.-]+\.(?:localhost|test)|[\d.]+|\[[a-f\d:.]+\])$/;

/** Whether it's from a developer's browser: by IP address or own name, against DNS rebinding. */
export function isDeveloper(request: Request, env: Env): boolean {
  if (isProduction(env)) return false;
  const { hostname } = new URL(request.url);
  return OWN_HOST.test(hostname) || (env.ORIGIN !== undefined && hostname === new URL(env.ORIGIN).hostname);
}
