import type { Path } from "./path.ts";

/** A font's outlines in thousandths of its size: web/public/static/baloo-*.json. */
interface Outlines {
  cap: number;
  glyphs: Record<string, [advance: number, outline: string]>;
}

const CURVE_STEPS = 5;
const ELLIPSIS = "…";

/** Less than this share of a text's letters is not worth showing. */
const MIN_KNOWN = 0.6;

/** Lines of a text and the size in which they fit. */
export interface FittedText {
  size: number;
  lines: string[];
}

/** The outlines of a font: measures texts, wraps them and turns them into paths. */
export class Typeface {
  readonly #outlines: Outlines;

  constructor(outlines: Outlines) {
    this.#outlines = outlines;
  }

  /** The height of capital letters. */
  capHeight(size: number): number {
    return (this.#outlines.cap * size) / 1000;
  }

  /** The part of a text that the font can show, as one line. Empty if too little of it would be left. */
  readable(text: string): string {
    const known = [...text.normalize("NFC")].map((char) => this.#known(char)).join("");
    const line = known.replace(/\s+/g, " ").trim();
    const letters = (part: string) => part.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return letters(line) >= MIN_KNOWN * letters(text) ? line : "";
  }

  #known(char: string): string {
    if (/\s/.test(char)) return " ";
    if (this.#outlines.glyphs[char]) return char;
    const base = char.normalize("NFD")[0] ?? "";
    return this.#outlines.glyphs[base] ? base : "";
  }

  measure(text: string, size: number): number {
    let advance = 0;
    for (const char of text) advance += this.#outlines.glyphs[char]?.[0] ?? 0;
    return (advance * size) / 1000;
  }

  /** The path of a text that starts at `x` on a baseline. */
  path(text: string, size: number, x: number, baseline: number): Path {
    const scale = size / 1000;
    const path: number[][] = [];
    let at = x;
    for (const char of text) {
      const [advance, outline] = this.#outlines.glyphs[char] ?? [0, ""];
      for (const part of parse(outline))
        path.push(part.map((value, i) => (i % 2 ? baseline - value * scale : at + value * scale)));
      at += advance * scale;
    }
    return path;
  }

  /** Finds the largest size in which a text fits into so many lines. At the smallest size, the rest is cut. */
  fit(text: string, width: number, maxLines: number, largest: number, smallest: number): FittedText {
    for (let size = largest; size > smallest; size -= 2) {
      const lines = this.#wrap(text, size, width);
      if (lines.length <= maxLines && lines.every((line) => this.measure(line, size) <= width))
        return { size, lines };
    }
    const lines = this.#wrap(text, smallest, width);
    const shown = lines.slice(0, maxLines).map((line) => this.#cut(line, smallest, width, false));
    if (lines.length > maxLines) shown.push(this.#cut(shown.pop() ?? "", smallest, width, true));
    return { size: smallest, lines: shown };
  }

  #wrap(text: string, size: number, width: number): string[] {
    const lines: string[] = [];
    for (const part of text.split(" ")) {
      const line = lines.at(-1);
      if (line !== undefined && this.measure(`${line} ${part}`, size) <= width)
        lines[lines.length - 1] = `${line} ${part}`;
      else lines.push(part);
    }
    return lines;
  }

  #cut(line: string, size: number, width: number, always: boolean): string {
    if (!always && this.measure(line, size) <= width) return line;
    const chars = [...line];
    while (chars.length > 0 && this.measure(chars.join("") + ELLIPSIS, size) > width) chars.pop();
    return chars.join("").trimEnd() + ELLIPSIS;
  }
}

/** Parses an outline of moves, lines and quadratic curves into lists of points. */
function parse(outline: string): number[][] {
  const parts: number[][] = [];
  for (const [, command, values = ""] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const points = values.split(" ").map(Number);
    const [x = 0, y = 0, endX = 0, endY = 0] = points;
    const part = parts.at(-1);
    if (command === "M") parts.push([x, y]);
    else if (command === "L") part?.push(x, y);
    else if (command === "Q" && part) {
      const [startX = 0, startY = 0] = part.slice(-2);
      for (let i = 1; i <= CURVE_STEPS; i++) {
        const t = i / CURVE_STEPS;
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
        part.push(a * startX + b * x + c * endX, a * startY + b * y + c * endY);
      }
    }
  }
  return parts;
}

/** The site's display font in its two weights. */
export interface Typefaces {
  bold: Typeface;
  regular: Typeface;
}

let cached: Promise<Typefaces> | undefined;

/** Reads the outlines from the site's static files, once per process. */
export function loadTypefaces(env: Env, url: string): Promise<Typefaces> {
  const load = async (weight: number) => {
    const found = await env.ASSETS.fetch(new URL(`/static/baloo-${weight}.json`, url).toString());
    if (!found.ok) throw new Error(`the font of weight ${weight} is missing (${found.status})`);
    return new Typeface(await found.json());
  };
  cached ??= Promise.all([load(800), load(600)]).then(([bold, regular]) => ({ bold, regular }));
  cached.catch(() => {
    cached = undefined;
  });
  return cached;
}
