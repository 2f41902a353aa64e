/** Returns the path and query of a URL, without decoding or normalizing them. */
export function pathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}

/** A host as browsers send it, with or without a port. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/i;

/** Whether a URL can be read. It's built from the Host header, which can contain anything, also a user's name or a query. */
export const isReadableUrl = (url: string): boolean =>
  URL.canParse(url) && HOST.test(url.slice(url.indexOf("//") + 2).split("/", 1)[0] ?? "");
