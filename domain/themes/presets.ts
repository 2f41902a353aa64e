import { SITE_THEMES } from "../site.ts";
import type { CustomTheme } from "./api.ts";
import { patternOf } from "./patterns.ts";

/** A theme as stored, with ids. */
export interface StoredTheme {
  id: number;
  user_id: number | null;
  name: string;
  gradient_start_color: string;
  gradient_end_color: string | null;
  pattern_color: string | null;
  pattern_id: number | null;
  theme_id: number | null;
}

/** Smallest id of users' own themes. */
export const FIRST_CUSTOM_THEME_ID = 1_000;

/** The initial values of a new theme (spec 1 §3): those of the first preset, the default of all profiles. */
export const NEW_THEME = {
  name: "Custom theme",
  gradient_start_color: "0f0f0f",
  gradient_end_color: "f99205",
  custom_pattern_color: "f99205",
  custom_theme_pattern_id: 22,
  theme_id: null,
} as const;

type Line = [
  name: string,
  gold: 0 | 1,
  start: string,
  end: string | null,
  color: string | null,
  pattern: number | null,
  theme: number | null,
];

/** Ids are positions in this list, counted from 1: only append. */
const LINES: Line[] = [
  ["Ink and orange", 0, "0f0f0f", "f99205", "f99205", 22, null],
  ["Sunset", 0, "5c3e96", "ffaa68", "ffd9a8", 13, null],
  ["Deep sea", 0, "03045e", "00b4d8", "90e0ef", 20, null],
  ["Forest", 0, "1b4332", "95d5b2", "d8f3dc", 29, null],
  ["Midnight", 0, "14213d", null, "fca311", 23, 1],
  ["Paper", 0, "f1e9da", null, "cdbfa5", 8, 2],
  ["Seafoam", 1, "0b525b", "64dfb8", "c7f9e5", 14, 4],
  ["Grape soda", 1, "3c096c", "c77dff", "e0aaff", 19, 3],
  ["Bubblegum", 1, "ff96c8", "ffe2de", "ff5fa8", 24, 2],
  ["Cherry", 1, "590d22", "ff4d6d", "ffb3c1", 30, null],
  ["Lava", 1, "370617", "faa307", "ffdd4a", 25, 1],
  ["Ice", 1, "caf0f8", "90a8ed", "ffffff", 28, 2],
  ["Gold rush", 1, "4a2c00", "ffb800", "ffe9a8", 33, 1],
];

const PRESETS: readonly (StoredTheme & { gold_only: boolean })[] = LINES.map(
  ([name, gold, start, end, pattern_color, pattern_id, theme_id], i) => ({
    id: i + 1,
    user_id: null,
    name,
    gold_only: gold === 1,
    gradient_start_color: start,
    gradient_end_color: end,
    pattern_color,
    pattern_id,
    theme_id,
  }),
);

/** Converts a stored theme for responses. Users' own themes require Gold. */
export function presentTheme(theme: StoredTheme & { gold_only?: boolean }): CustomTheme {
  const { id, user_id, name, gradient_start_color, gradient_end_color, pattern_color, pattern_id, theme_id } =
    theme;
  return {
    id,
    user_id,
    name,
    gold_only: theme.gold_only ?? true,
    gradient_start_color,
    gradient_end_color,
    custom_pattern_color: pattern_color,
    custom_theme_pattern_id: pattern_id,
    custom_theme_pattern: patternOf(pattern_id),
    theme_id,
    theme: SITE_THEMES.find((siteTheme) => siteTheme.id === theme_id) ?? null,
  };
}

/** The preset profile themes. The first one is the default. */
export const presets = (): CustomTheme[] => PRESETS.map(presentTheme);

export const presetTheme = (id: number): { gold_only: boolean } | undefined => PRESETS[id - 1];

/** The theme that a profile shows: the chosen one, or the default if there is none or its Gold has ended. */
export function activeTheme(chosen: number | null, own: StoredTheme | null, hasGold: boolean): CustomTheme {
  const preset = PRESETS[(chosen ?? 1) - 1];
  const found = preset ?? own;
  const isAvailable = found && (hasGold || (preset && !preset.gold_only));
  return presentTheme((isAvailable ? found : PRESETS[0]) as StoredTheme);
}
