import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HEX } from "#domain/themes/api.ts";
import { PATTERNS, patternOf } from "#domain/themes/patterns.ts";
import { NEW_THEME, OWN_FROM, presetOf, presets, wornTheme } from "#domain/themes/presets.ts";

const folder = join(import.meta.dirname, "../../web/public/static/patterns");

describe("the patterns", () => {
  test("are thirty at least, each with a drawing of one colour that repeats", () => {
    expect(PATTERNS.length).toBeGreaterThanOrEqual(30);
    for (const [i, { id, pattern_class }] of PATTERNS.entries()) {
      expect(id).toBe(i + 1);
      const file = join(folder, `${pattern_class}.svg`);
      expect(existsSync(file), file).toBe(true);
      const colors = [...readFileSync(file, "utf8").matchAll(/(?:fill|stroke)="(#[^"]+)"/g)].map((m) => m[1]);
      expect(new Set(colors), pattern_class).toEqual(new Set(["#fff"]));
    }
    const files = readdirSync(folder).map((name) => name.replace(".svg", ""));
    expect(files.sort()).toEqual(PATTERNS.map((one) => one.pattern_class).sort());
    expect(new Set(PATTERNS.map((one) => one.name)).size).toBe(PATTERNS.length);
  });

  test("have the one that a new theme begins with at place 22", () => {
    expect(PATTERNS[21]).toBe(patternOf(NEW_THEME.custom_theme_pattern_id));
    expect([patternOf(null), patternOf(0), patternOf(PATTERNS.length + 1)]).toEqual([null, null, null]);
  });
});

describe("the site's own profile themes", () => {
  test("have ids below people's own, colours that are colours and a pattern that exists", () => {
    const all = presets();
    expect(all.length).toBeLessThan(OWN_FROM);
    for (const [i, theme] of all.entries()) {
      expect(theme.id).toBe(i + 1);
      expect(theme.user_id).toBeNull();
      expect(theme.gradient_start_color).toMatch(HEX);
      expect(theme.gradient_end_color ?? "000000").toMatch(HEX);
      expect(theme.custom_pattern_color).toMatch(HEX);
      expect(theme.custom_theme_pattern).not.toBeNull();
      expect(theme.theme?.id ?? null).toBe(theme.theme_id);
    }
    expect(all.some((theme) => theme.gold_only)).toBe(true);
    expect(all.filter((theme) => !theme.gold_only).length).toBeGreaterThan(3);
  });

  test("begin with ink and orange, as a new theme of one's own does", () => {
    const { name: _, ...begin } = NEW_THEME;
    expect(presets()[0]).toMatchObject({ ...begin, gold_only: false });
  });
});

test("nobody without Gold wears what needs it, whatever was chosen", () => {
  const [first] = presets();
  const own = {
    id: OWN_FROM,
    user_id: 7,
    name: "Mine",
    gradient_start_color: "123456",
    gradient_end_color: null,
    pattern_color: null,
    pattern_id: null,
    theme_id: null,
  };
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 2 * OWN_FROM })),
      fc.boolean(),
      fc.boolean(),
      (chosen, exists, gold) => {
        const mine = exists && chosen !== null && chosen >= OWN_FROM ? { ...own, id: chosen } : null;
        const worn = wornTheme(chosen, mine, gold);
        expect(worn.gold_only && !gold).toBe(false);
        const needed = chosen === null || (presetOf(chosen)?.gold_only ?? true);
        if (mine || (chosen !== null && presetOf(chosen)))
          expect(worn.id).toBe(needed && !gold ? first?.id : chosen);
        else expect(worn).toEqual(first);
      },
    ),
  );
});
