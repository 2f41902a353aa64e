/** Returns the path and query of a URL, without decoding or normalizing them. */
export function pathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}

/** Matches the paths of a route, with and without a trailing slash. */
export const routePattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\{\w+\}/g, "[^/]+")
      .replace(/\/\{\w+\?\}/g, "(?:/[^/]*)?")
      .replace(/\/$/, "")}/?$`,
  );
