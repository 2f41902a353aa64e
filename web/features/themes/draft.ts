import { SITE_THEMES } from "#domain/site.ts";
import { type CustomTheme, HEX } from "#domain/themes/api.ts";
import { patternOf } from "#domain/themes/patterns.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";

/** A theme in the editor: what is typed, which may be no colour yet. */
export interface Draft {
  /** Null for one that is to be made. */
  id: number | null;
  name: string;
  gradient_start_color: string;
  gradient_end_color: string | null;
  custom_pattern_color: string;
  custom_theme_pattern_id: number | null;
  theme_id: number | null;
  auto_apply: boolean;
}

export const newDraft = (): Draft => ({ id: null, ...NEW_THEME, auto_apply: true });

export const draftOf = (theme: CustomTheme, isWorn: boolean): Draft => ({
  id: theme.id,
  name: theme.name,
  gradient_start_color: theme.gradient_start_color,
  gradient_end_color: theme.gradient_end_color,
  custom_pattern_color: theme.custom_pattern_color ?? NEW_THEME.custom_pattern_color,
  custom_theme_pattern_id: theme.custom_theme_pattern_id,
  theme_id: theme.theme_id,
  auto_apply: isWorn,
});

/** Solid clears the end colour, Gradient sets it to the product's orange. */
export const withFill = (draft: Draft, fill: "solid" | "gradient"): Draft => ({
  ...draft,
  gradient_end_color: fill === "solid" ? null : NEW_THEME.gradient_end_color,
});

/** How the draft will look; `before` stands in for colours that are not typed to their end yet. */
export function previewOf(draft: Draft, before: ProfileTheme | null): ProfileTheme {
  const good = (color: string, last: string | null | undefined) =>
    HEX.test(color) ? color : (last ?? NEW_THEME.gradient_start_color);
  return {
    gradient_start_color: good(draft.gradient_start_color, before?.gradient_start_color),
    gradient_end_color:
      draft.gradient_end_color === null ? null : good(draft.gradient_end_color, before?.gradient_end_color),
    custom_pattern_color: good(draft.custom_pattern_color, before?.custom_pattern_color),
    custom_theme_pattern: patternOf(draft.custom_theme_pattern_id),
    theme: SITE_THEMES.find(({ id }) => id === draft.theme_id) ?? null,
  };
}
