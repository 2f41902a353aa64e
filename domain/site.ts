/** The product's names, in one place so that an operator can rename the site. */
export const SITE = {
  name: "Bopolis",
  /** The desktop client that runs levels. */
  client: "Bopolis Player",
  /** Scheme of the links that start the client: `bopolis://join?…`. */
  protocol: "bopolis",
  description: "Dress a bopi, build levels, play everybody else's.",
} as const;

/** Site themes by id; the id is what is stored, the name is the value of `<html data-theme>`. */
export const SITE_THEMES = [
  { id: 1, name: "night", name_formatted: "Night" },
  { id: 2, name: "day", name_formatted: "Day" },
  { id: 3, name: "grape", name_formatted: "Grape" },
  { id: 4, name: "seafoam", name_formatted: "Seafoam" },
  { id: 5, name: "contrast", name_formatted: "High contrast" },
] as const;

export type SiteThemeName = (typeof SITE_THEMES)[number]["name"];
