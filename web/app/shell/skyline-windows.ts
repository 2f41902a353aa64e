/** The fronts of the houses in /static/city.svg: left, right and top edge. All stand on the ground at 230. */
const HOUSES = [
  [4, 108, 120],
  [114, 178, 150],
  [188, 252, 140],
  [258, 378, 178],
  [384, 460, 139],
  [468, 572, 182],
  [580, 668, 153],
  [676, 752, 146],
  [760, 824, 118],
  [830, 934, 146],
  [944, 1032, 140],
  [1038, 1142, 99],
  [1148, 1236, 85],
  [1244, 1308, 83],
  [1314, 1436, 98],
] as const;
const GROUND = 230;
const WIDTH = 9;
const HEIGHT = 11;
const GAP = { x: 9, y: 8 };
const MARGIN = 10;
/** The part of the skyline that a phone shows. */
const CENTER = { from: 470, to: 970 };

export interface Pane {
  x: number;
  y: number;
}

const windowsOf = ([left, right, top]: (typeof HOUSES)[number]): Pane[] => {
  const columns = Math.floor((right - left - 2 * MARGIN + GAP.x) / (WIDTH + GAP.x));
  const rows = Math.floor((GROUND - top - 2 * MARGIN + GAP.y) / (HEIGHT + GAP.y));
  const indent = (right - left - columns * (WIDTH + GAP.x) + GAP.x) / 2;
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: left + indent + (i % columns) * (WIDTH + GAP.x),
    y: top + MARGIN + Math.floor(i / columns) * (HEIGHT + GAP.y),
  }));
};

/** A fixed order that looks random. */
const scatter = ({ x, y }: Pane) => Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1;
const isInCenter = ({ x }: Pane) => x > CENTER.from && x + WIDTH < CENTER.to;

/** All windows, in the order in which they light up: first those that a phone shows, too. */
export const SKYLINE_WINDOWS: readonly Pane[] = HOUSES.flatMap(windowsOf).sort(
  (a, b) => Number(isInCenter(b)) - Number(isInCenter(a)) || scatter(a) - scatter(b),
);

export const windowsPath = (windows: readonly Pane[]): string =>
  windows.map(({ x, y }) => `M${Math.round(x)} ${y}h${WIDTH}v${HEIGHT}h-${WIDTH}z`).join("");
