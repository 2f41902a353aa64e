export const HERO = {
  title: "A toy city built by its players",
  text: "Dress your bopi, build levels out of blocks, and play everyone else's right in your browser. Free, friendly and open all night.",
  signUp: "Keep this bopi",
  browse: "or play right now",
  rack: "Try something on",
  picture: "Your bopi",
  anyColor: "Any skin color",
  color: (hex: string) => `Skin color #${hex}`,
} as const;

export const HERO_PICTURE = { pose: "idle", size: 512 } as const;

/** Skin colors of the hero's swatches. hero.css has them too: the page's policy forbids inline styles in the HTML. */
export const HERO_SWATCHES = ["FFB800", "FFD9B8", "E5A26C", "8D5A3B", "7BD88F", "8CB8FF"] as const;
