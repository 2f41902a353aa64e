import { useSearchParams } from "react-router";

/**
 * Returns the path if it is on this site, otherwise "/", to prevent open redirects. The resolved path can begin with two
 * slashes although the given one does not ("/.//evil.example"), and browsers read that as another host.
 */
export function safeNext(path: string | null, origin: string): string {
  if (!path?.startsWith("/")) return "/";
  try {
    const url = new URL(path, origin);
    const isOwn = url.origin === origin && !url.pathname.startsWith("//");
    return isOwn ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}

/**
 * Where to go after signing in, and the query that passes it on to the sign-in or sign-up page. `go` loads a new document,
 * so nothing from before is cached.
 */
export function useNext() {
  const [query] = useSearchParams();
  const next = safeNext(query.get("next"), window.location.origin);
  return {
    query: next === "/" ? "" : `?next=${encodeURIComponent(next)}`,
    go: () => window.location.assign(next),
    next,
  };
}
