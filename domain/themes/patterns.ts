/** Patterns for themes: masks in /static/patterns, so they can have any color. Ids are positions here: only append. */
const NAMES =
  "Dots|Big dots|Confetti|Stripes|Pinstripes|Candy|Grid|Graph|Checks|Argyle|Triangles|Zigzag|Waves|Scales|Bricks|Honeycomb|Plus|Crosses|Rings|Bubbles|Stars|Skyline|Moons|Hearts|Bolts|Clouds|Raindrops|Snow|Leaves|Flowers|Paws|Crowns|Coins|Bopis|Studs|Pixels";

export interface ThemePattern {
  id: number;
  name: string;
  pattern_class: string;
}

export const THEME_PATTERNS: readonly ThemePattern[] = NAMES.split("|").map((name, i) => ({
  id: i + 1,
  name,
  pattern_class: name.toLowerCase().replace(" ", "-"),
}));

export const patternOf = (id: number | null): ThemePattern | null => (id && THEME_PATTERNS[id - 1]) || null;
