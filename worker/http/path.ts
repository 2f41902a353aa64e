/** Returns the path and query of a URL, without decoding or normalizing them. */
export function pathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
