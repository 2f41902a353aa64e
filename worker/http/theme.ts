import { SITE_THEMES } from "#domain/site.ts";
import { readCookie } from "./cookies.ts";

type SiteTheme = (typeof SITE_THEMES)[number];

/** The theme that was chosen on this device, Night before one was. */
export function deviceTheme(request: Request): SiteTheme {
  const chosen = readCookie(request, "bopolis_theme");
  return SITE_THEMES.find(({ name }) => name === chosen) ?? SITE_THEMES[0];
}
