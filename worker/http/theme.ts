import { THEME_CHOICES } from "#domain/site.ts";
import { readCookie } from "./session.ts";

type Choice = (typeof THEME_CHOICES)[number];

/** Returns the theme chosen on this device, or Night by default. */
export function deviceTheme(request: Request): Choice {
  const chosen = readCookie(request, "bopolis_theme");
  return THEME_CHOICES.find(({ name }) => name === chosen) ?? THEME_CHOICES[0];
}
