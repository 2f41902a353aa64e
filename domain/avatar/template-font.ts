/**
 * A small font for pictures drawn without a browser: rows from the top, `#` is ink, `/` ends a row. Letters stand on the
 * seventh row, and descenders use two more. Only has the letters that the templates need.
 */
const GLYPHS: Record<string, string> = {
  a: "//.##./...#/.###/#..#/.###",
  b: "#/#/###./#..#/#..#/#..#/###.",
  c: "//.##/#../#../#../.##",
  d: "...#/...#/.###/#..#/#..#/#..#/.###",
  e: "//.##./#..#/####/#.../.###",
  f: ".##/#../###/#../#../#../#..",
  g: "//.###/#..#/#..#/#..#/.###/...#/.##.",
  h: "#/#/###./#..#/#..#/#..#/#..#",
  i: "#//#/#/#/#/#",
  k: "#/#/#..#/#.#./##../#.#./#..#",
  l: "#/#/#/#/#/#/#",
  m: "//####./#.#.#/#.#.#/#.#.#/#.#.#",
  n: "//###./#..#/#..#/#..#/#..#",
  o: "//.##./#..#/#..#/#..#/.##.",
  p: "//###./#..#/#..#/#..#/###./#.../#...",
  r: "//#.#/##./#../#../#..",
  s: "//.###/#.../.##./...#/###.",
  t: ".#./.#./###/.#./.#./.#./..#",
  u: "//#..#/#..#/#..#/#..#/.###",
  y: "//#..#/#..#/#..#/#..#/.###/...#/.##.",
  H: "#..#/#..#/#..#/####/#..#/#..#/#..#",
  L: "#.../#.../#.../#.../#.../#.../####",
  R: "###./#..#/#..#/###./#.#./#..#/#..#",
  T: "#####/..#../..#../..#../..#../..#../..#..",
  "=": "///####//####",
  " ": "...",
};

/** Height of a capital above the baseline. */
export const TEMPLATE_FONT_HEIGHT = 7;

function rowsOf(letter: string): string[] {
  const glyph = GLYPHS[letter];
  if (glyph === undefined) throw new Error(`the template font has no "${letter}"`);
  return glyph.split("/");
}

const widthOf = (rows: readonly string[]): number => Math.max(...rows.map((row) => row.length));

/** Width of a line of text in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((width, letter) => width + widthOf(rowsOf(letter)) + 1, -1);

/** Calls `ink` for every inked pixel of a line of text, from its top left. */
export function forEachInkPixel(text: string, ink: (x: number, y: number) => void): void {
  let left = 0;
  for (const letter of text) {
    const rows = rowsOf(letter);
    for (const [y, row] of rows.entries())
      for (const [x, dot] of [...row].entries()) if (dot === "#") ink(left + x, y);
    left += widthOf(rows) + 1;
  }
}
