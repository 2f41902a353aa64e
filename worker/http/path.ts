import { type HostRegion, nearestRegion } from "#domain/hosts/host-regions.ts";
import { THEME_CHOICES } from "#domain/site.ts";
import { readCookie } from "./session.ts";

type Choice = (typeof THEME_CHOICES)[number];

/** Returns the theme chosen on this device, or Night by default. */
export function deviceTheme(request: Request): Choice {
  const chosen = readCookie(request, "bopolis_theme");
  return THEME_CHOICES.find(({ name }) => name === chosen) ?? THEME_CHOICES[0];
}

/** The region nearest to the sender of a request, as Cloudflare reports it; null elsewhere. */
export const requestRegion = (request: Request): HostRegion | null =>
  nearestRegion((request.cf ?? {}) as Record<string, unknown>);

/** Returns the path and query of a URL, without decoding or normalizing them. */
export function pathAndQuery(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}

/** A host as browsers send it, with or without a port. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/i;

/** Whether a URL can be read. It's built from the Host header, which can contain anything, also a user's name or a query. */
export const isReadableUrl = (url: string): boolean =>
  URL.canParse(url) && HOST.test(url.slice(url.indexOf("//") + 2).split("/", 1)[0] ?? "");
