import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE_THEMES } from "#domain/site.ts";
import { contrast } from "#tests/support/contrast.ts";

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

function colorOf(tokens: Tokens, token: string): string {
  const color = tokens.get(token);
  if (!color) throw new Error(`--${token} is not a color`);
  return color;
}

const tooLow = (tokens: Tokens, pairs: readonly (readonly [string, string])[], least: number) =>
  pairs
    .map(([one, other]) => ({
      pair: `--${one} on --${other}`,
      ratio: contrast(colorOf(tokens, one), colorOf(tokens, other)),
    }))
    .filter(({ ratio }) => ratio < least)
    .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);

const onSurfaces = (names: readonly string[]) =>
  names.flatMap((name) => SURFACES.map((surface) => [name, surface] as const));

test("every site theme has its tokens in themes.css", () => {
  expect([...THEMES.keys()]).toEqual(SITE_THEMES.map(({ name }) => name));
});

describe.each([...THEMES])("the theme %s", (_, tokens) => {
  test("has a contrast of at least 4.5 for all text, and 3 for the edges of controls and the focus ring", () => {
    expect(tooLow(tokens, [...onSurfaces(TEXTS), ...ON_FILLS], 4.5)).toEqual([]);
    expect(tooLow(tokens, onSurfaces(CONTROLS), 3)).toEqual([]);
  });

  test("has skeletons that shimmer softly", () => {
    const css = readFileSync(join(web, "ui/skeleton.module.css"), "utf8");
    expect(css).toContain("var(--shine, var(--line)) 50%");
    const shine = colorOf(tokens, tokens.has("shine") ? "shine" : "line");
    const ratio = contrast(colorOf(tokens, "raised"), shine);
    expect(ratio).toBeGreaterThan(1.1);
    expect(ratio).toBeLessThan(1.6);
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
  const texts = ["hud-text", "hud-muted", "hud-yellow"];
  const pairs = ["white", "black"].flatMap((behind) => texts.map((text) => [text, behind] as const));
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
