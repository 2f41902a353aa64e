/** The product's names in one place, so an operator can rename the site. */
export const SITE = {
  name: "Bopolis",
  /** The desktop client that runs levels. */
  client: "Bopolis Player",
  /** URL scheme of the links that start the client: `bopolis://join?…`. */
  protocol: "bopolis",
  description: "Dress your bopi. Build levels. Play everyone else's.",
} as const;

/** Site themes. The database stores the id; `<html data-theme>` has the name. */
export const SITE_THEMES = [
  { id: 1, name: "night", name_formatted: "Night" },
  { id: 2, name: "day", name_formatted: "Day" },
  { id: 3, name: "grape", name_formatted: "Grape" },
  { id: 4, name: "seafoam", name_formatted: "Seafoam" },
  { id: 5, name: "contrast", name_formatted: "High contrast" },
] as const;

export type SiteThemeName = (typeof SITE_THEMES)[number]["name"];

/** The choices of users: a theme, or the one that matches their device's settings (Night, Day or High contrast). */
export const THEME_CHOICES = [
  ...SITE_THEMES,
  { id: 6, name: "device", name_formatted: "Match my device" },
] as const;

export type ThemeChoice = (typeof THEME_CHOICES)[number]["name"];
