import { useSearchParams } from "react-router";

/**
 * A path of this site, or the front page: signing in must not lead to another site. The resolved path can begin with two
 * slashes although the wanted one does not ("/.//evil.example"), and a browser takes such a path for another host.
 */
export function safeNext(wanted: string | null, origin: string): string {
  if (!wanted?.startsWith("/")) return "/";
  try {
    const url = new URL(wanted, origin);
    const isOwn = url.origin === origin && !url.pathname.startsWith("//");
    return isOwn ? url.pathname + url.search + url.hash : "/";
  } catch {
    return "/";
  }
}

/**
 * Where to go once signed in, and the query that hands it on to the other signing page. Going there loads
 * a new page, so that everything on it belongs to the person who is signed in now.
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
