import { SITE_THEMES } from "#domain/site.ts";
import { readCookie } from "./cookie.ts";

type SiteTheme = (typeof SITE_THEMES)[number];

/** Returns the theme chosen on this device, or Night by default. */
export function deviceTheme(request: Request): SiteTheme {
  const chosen = readCookie(request, "bopolis_theme");
  return SITE_THEMES.find(({ name }) => name === chosen) ?? SITE_THEMES[0];
}
