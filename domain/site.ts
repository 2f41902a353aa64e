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
