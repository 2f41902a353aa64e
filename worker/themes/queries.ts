import { type Statement, sql, statement } from "#db/database.ts";
import type { CustomTheme } from "#domain/themes/api.ts";
import { presentTheme, presets, type StoredTheme } from "#domain/themes/presets.ts";

export type ThemeRow = StoredTheme;

export const themeColumns = sql.raw(
  "id, user_id, name, gradient_start_color, gradient_end_color, pattern_color, pattern_id, theme_id",
);

/** A user's own profile themes, oldest first. */
export const themesQuery = (userId: number): Statement<ThemeRow> =>
  statement`select ${themeColumns} from custom_themes where user_id = ${userId} order by id`;

/** The themes a user can apply: the site's, then their own. */
export const presentThemes = (own: readonly ThemeRow[]): CustomTheme[] => [
  ...presets(),
  ...own.map(presentTheme),
];

/** The user's own theme that their profile uses, if any. */
export const activeThemeQuery = (username: string): Statement<ThemeRow> =>
  statement`select ${themeColumns} from custom_themes
    where id = (select custom_theme_id from users where username = ${username})`;
