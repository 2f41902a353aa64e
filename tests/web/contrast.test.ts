import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE_THEMES } from "#domain/site.ts";

const web = join(import.meta.dirname, "../../web");
type Tokens = ReadonlyMap<string, string>;

/** The tokens of each theme that are plain colors. */
const THEMES = new Map(
  [
    ...readFileSync(join(web, "styles/themes.css"), "utf8").matchAll(
      /\[data-theme="(\w+)"\],[^{]*\{([^}]*)\}/g,
    ),
  ].map(([, name = "", rules = ""]): [string, Tokens] => [
    name,
    new Map(
      [...rules.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, token = "", color = ""]) => [token, color]),
    ),
  ]),
);

/** The backgrounds of text. */
const SURFACES = ["bg", "bg-glow", "sky", "surface", "raised", "sunk"];
/** The colors of text on any surface. */
const TEXTS = ["text", "muted", "accent-text", "danger-text", "play-text", "online-text", "gold"];
/** Text on its own fill: the text's token, then the fill's. */
const ON_FILLS: [text: string, fill: string][] = [
  ["on-accent", "accent"],
  ["on-accent", "yellow"],
  ["on-play", "play"],
  ["on-danger", "danger"],
  ["text", "horizon"],
  ["text", "city-near"],
  ["muted", "city-near"],
  ["text", "accent-soft"],
  ["muted", "accent-soft"],
  ["accent-text", "accent-soft"],
  ["text", "danger-soft"],
  ["danger-text", "danger-soft"],
];
/** Visible parts other than text: the edges of controls and the focus ring. */
const CONTROLS = ["line-strong", "focus"];

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((token) => {
      const color = tokens.get(token);
      if (!color) throw new Error(`--${token} is not a color`);
      return luminance(color);
    })
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const tooLow = (tokens: Tokens, pairs: readonly (readonly [string, string])[], least: number) =>
  pairs
    .map(([one, other]) => ({ pair: `--${one} on --${other}`, ratio: contrast(tokens, one, other) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);

const onSurfaces = (names: readonly string[]) =>
  names.flatMap((name) => SURFACES.map((surface) => [name, surface] as const));

test("every site theme has its tokens in themes.css", () => {
  expect([...THEMES.keys()]).toEqual(SITE_THEMES.map(({ name }) => name));
});

describe.each([...THEMES])("the theme %s", (_, tokens) => {
  test("has a contrast of at least 4.5 for all text", () => {
    expect(tooLow(tokens, [...onSurfaces(TEXTS), ...ON_FILLS], 4.5)).toEqual([]);
  });

  test("has a contrast of at least 3 for the edges of controls and the focus ring", () => {
    expect(tooLow(tokens, onSurfaces(CONTROLS), 3)).toEqual([]);
  });
});

/** Colors that a component derives from the tokens. */
const OWN = ["ink", "tile-ink", "tile", "fill", "moon", "ground", "hud-text", "hud-muted", "hud-yellow"];

test("the texts over a level have a contrast of at least 4.5, whatever is behind them", () => {
  const css = readFileSync(join(web, "features/play/player.module.css"), "utf8");
  const [, r, g, b, share] = /--hud-solid: rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/.exec(css) ?? [];
  const over = (behind: number) =>
    [r, g, b].map((value) => (Number(value) * Number(share) + behind * (100 - Number(share))) / 100);
  const hex = (channels: readonly number[]) =>
    `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
  const own = [...css.matchAll(/--(hud-\w+): (#\w+);/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  const tokens: Tokens = new Map([...own, ["white", hex(over(255))], ["black", hex(over(0))]]);
  const pairs = ["hud-text", "hud-muted", "hud-yellow"].flatMap(
    (text) =>
      [
        [text, "white"],
        [text, "black"],
      ] as const,
  );
  expect(tooLow(tokens, pairs, 4.5)).toEqual([]);
});

test("the style sheets use only text colors and fills that the themes are checked for", () => {
  const known = new Set([...TEXTS, ...ON_FILLS.map(([text]) => text), ...OWN]);
  const pairs = new Set([...onSurfaces(TEXTS), ...ON_FILLS].map(([text, fill]) => `${text} on ${fill}`));
  const problems: string[] = [];
  for (const name of readdirSync(web, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".css")) continue;
    for (const [, selector = "", rules = ""] of readFileSync(join(web, name), "utf8").matchAll(
      /([^{}]*)\{([^{}]*)\}/g,
    )) {
      const tokenOf = (property: string) =>
        new RegExp(`(?:^|[\\s;])${property}: var\\(--([\\w-]+)\\);`).exec(rules)?.[1];
      const [text, fill] = [tokenOf("color"), tokenOf("background")];
      const where = `${name} ${selector.trim()}`;
      if (text && !known.has(text)) problems.push(`${where}: --${text}`);
      else if (text && fill && !OWN.includes(text) && !OWN.includes(fill) && !pairs.has(`${text} on ${fill}`))
        problems.push(`${where}: --${text} on --${fill}`);
    }
  }
  expect(problems).toEqual([]);
});
