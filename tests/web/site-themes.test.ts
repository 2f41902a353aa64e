import { readFileSync } from "node:fs";
import { join } from "node:path";

const css = (path: string) => readFileSync(join(import.meta.dirname, "../../web", path), "utf8");

/** The colors that a theme sets. */
function tokensOf(theme: string): Map<string, string> {
  const block = css("styles/themes.css").split(`[data-theme="${theme}"],\n`)[1]?.split("}")[0] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", color = ""]) => [name, color]),
  );
}

const luminance = (color = "#000000") => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string | undefined, other: string | undefined) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each(["night", "day", "grape", "seafoam", "contrast"])(
  "a skeleton shimmers softly in the theme %s",
  (theme) => {
    expect(css("ui/skeleton.module.css")).toContain("var(--shine, var(--line)) 50%");
    const tokens = tokensOf(theme);
    const ratio = contrast(tokens.get("raised"), tokens.get("shine") ?? tokens.get("line"));
    expect(ratio).toBeGreaterThan(1.1);
    expect(ratio).toBeLessThan(1.6);
  },
);
