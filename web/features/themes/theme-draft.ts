import { SITE_THEMES } from "#domain/site.ts";
import { type CustomTheme, HEX_COLOR } from "#domain/themes/api.ts";
import { patternOf } from "#domain/themes/patterns.ts";
import { NEW_THEME } from "#domain/themes/presets.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";

/** A theme in the editor. Its colors are as typed and can be incomplete. */
export interface ThemeDraft {
  /** Null for a new theme. */
  id: number | null;
  name: string;
  gradient_start_color: string;
  gradient_end_color: string | null;
  custom_pattern_color: string;
  custom_theme_pattern_id: number | null;
  theme_id: number | null;
  auto_apply: boolean;
}

/** Returns the draft of a new theme. */
export const newThemeDraft = (): ThemeDraft => ({ id: null, ...NEW_THEME, auto_apply: true });

/** Returns the draft to edit a theme. */
export const themeDraftOf = (theme: CustomTheme, isActive: boolean): ThemeDraft => ({
  id: theme.id,
  name: theme.name,
  gradient_start_color: theme.gradient_start_color,
  gradient_end_color: theme.gradient_end_color,
  custom_pattern_color: theme.custom_pattern_color ?? NEW_THEME.custom_pattern_color,
  custom_theme_pattern_id: theme.custom_theme_pattern_id,
  theme_id: theme.theme_id,
  auto_apply: isActive,
});

/** Solid clears the end color; Gradient sets it to the default orange. */
export const withFill = (draft: ThemeDraft, fill: "solid" | "gradient"): ThemeDraft => ({
  ...draft,
  gradient_end_color: fill === "solid" ? null : NEW_THEME.gradient_end_color,
});

/** Returns the theme to preview. Incomplete colors are taken from the `previous` preview. */
export function previewThemeOf(draft: ThemeDraft, previous: ProfileTheme | null): ProfileTheme {
  const validColor = (color: string, last: string | null | undefined) =>
    HEX_COLOR.test(color) ? color : (last ?? NEW_THEME.gradient_start_color);
  return {
    gradient_start_color: validColor(draft.gradient_start_color, previous?.gradient_start_color),
    gradient_end_color:
      draft.gradient_end_color === null
        ? null
        : validColor(draft.gradient_end_color, previous?.gradient_end_color),
    custom_pattern_color: validColor(draft.custom_pattern_color, previous?.custom_pattern_color),
    custom_theme_pattern: patternOf(draft.custom_theme_pattern_id),
    theme: SITE_THEMES.find(({ id }) => id === draft.theme_id) ?? null,
  };
}
