import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { HEX_COLOR } from "#domain/themes/api.ts";
import { patternOf, THEME_PATTERNS } from "#domain/themes/patterns.ts";
import {
  activeTheme,
  FIRST_CUSTOM_THEME_ID,
  NEW_THEME,
  presets,
  presetTheme,
} from "#domain/themes/presets.ts";
import { forAll } from "#tests/support/for-all.ts";

const folder = join(import.meta.dirname, "../../web/public/static/patterns");

describe("the patterns", () => {
  test("are at least 30, each with a repeating drawing in one color", () => {
    expect(THEME_PATTERNS.length).toBeGreaterThanOrEqual(30);
    for (const [i, { id, pattern_class }] of THEME_PATTERNS.entries()) {
      expect(id).toBe(i + 1);
      const file = join(folder, `${pattern_class}.svg`);
      expect(existsSync(file), file).toBe(true);
      const colors = [...readFileSync(file, "utf8").matchAll(/(?:fill|stroke)="(#[^"]+)"/g)].map((m) => m[1]);
      expect(new Set(colors), pattern_class).toEqual(new Set(["#fff"]));
    }
    const files = readdirSync(folder).map((name) => name.replace(".svg", ""));
    expect(files.sort()).toEqual(THEME_PATTERNS.map((one) => one.pattern_class).sort());
    expect(new Set(THEME_PATTERNS.map((one) => one.name)).size).toBe(THEME_PATTERNS.length);
  });

  test("have the default of a new theme at position 22", () => {
    expect(THEME_PATTERNS[21]).toBe(patternOf(NEW_THEME.custom_theme_pattern_id));
    expect([patternOf(null), patternOf(0), patternOf(THEME_PATTERNS.length + 1)]).toEqual([null, null, null]);
  });
});

describe("the preset profile themes", () => {
  test("have ids below custom ones, valid colors and an existing pattern", () => {
    const all = presets();
    expect(all.length).toBeLessThan(FIRST_CUSTOM_THEME_ID);
    for (const [i, theme] of all.entries()) {
      expect(theme.id).toBe(i + 1);
      expect(theme.user_id).toBeNull();
      expect(theme.gradient_start_color).toMatch(HEX_COLOR);
      expect(theme.gradient_end_color ?? "000000").toMatch(HEX_COLOR);
      expect(theme.custom_pattern_color).toMatch(HEX_COLOR);
      expect(theme.custom_theme_pattern).not.toBeNull();
      expect(theme.theme?.id ?? null).toBe(theme.theme_id);
    }
    expect(all.some((theme) => theme.gold_only)).toBe(true);
    expect(all.filter((theme) => !theme.gold_only).length).toBeGreaterThan(3);
  });

  test("begin with ink and orange, like a new custom theme", () => {
    const { name: _, ...defaults } = NEW_THEME;
    expect(presets()[0]).toMatchObject({ ...defaults, gold_only: false });
  });
});

test("a theme that needs Gold is never active without Gold", () => {
  const [first] = presets();
  const own = {
    id: FIRST_CUSTOM_THEME_ID,
    user_id: 7,
    name: "Mine",
    gradient_start_color: "123456",
    gradient_end_color: null,
    pattern_color: null,
    pattern_id: null,
    theme_id: null,
  };
  const choices = fc.option(fc.integer({ min: 1, max: 2 * FIRST_CUSTOM_THEME_ID }));
  forAll(choices, fc.boolean(), fc.boolean(), (chosen, exists, gold) => {
    const mine = exists && chosen !== null && chosen >= FIRST_CUSTOM_THEME_ID ? { ...own, id: chosen } : null;
    const active = activeTheme(chosen, mine, gold);
    expect(active.gold_only && !gold).toBe(false);
    const needsGold = chosen === null || (presetTheme(chosen)?.gold_only ?? true);
    if (mine || (chosen !== null && presetTheme(chosen)))
      expect(active.id).toBe(needsGold && !gold ? first?.id : chosen);
    else expect(active).toEqual(first);
  });
});
