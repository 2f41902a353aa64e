/**
 * What can lie over a profile theme's colours. Each is a drawing of ours that repeats: `pattern_class` names its file in
 * /static/patterns, which is laid on as a mask, so that it takes any colour. Ids are places in this list: append only.
 */
const NAMES =
  "Dots|Big dots|Confetti|Stripes|Pinstripes|Candy|Grid|Graph|Checks|Argyle|Triangles|Zigzag|Waves|Scales|Bricks|Honeycomb|Plus|Crosses|Rings|Bubbles|Stars|Skyline|Moons|Hearts|Bolts|Clouds|Raindrops|Snow|Leaves|Flowers|Paws|Crowns|Coins|Bopis|Studs|Pixels";

export interface Pattern {
  id: number;
  name: string;
  pattern_class: string;
}

export const PATTERNS: readonly Pattern[] = NAMES.split("|").map((name, i) => ({
  id: i + 1,
  name,
  pattern_class: name.toLowerCase().replace(" ", "-"),
}));

/** The pattern of this id, or null. */
export const patternOf = (id: number | null): Pattern | null => (id && PATTERNS[id - 1]) || null;
