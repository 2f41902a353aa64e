import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { CustomTheme } from "#domain/themes/api.ts";

export interface ThemeRow {
  id: number;
  user_id: number;
  name: string;
  gradient_start_color: string;
  gradient_end_color: string | null;
  pattern_color: string | null;
  pattern_id: number | null;
  theme_id: number | null;
}

/** Somebody's own profile themes, oldest first. */
export const themesQuery = (userId: number): Query<ThemeRow> =>
  select(sql`select id, user_id, name, gradient_start_color, gradient_end_color, pattern_color, pattern_id, theme_id
    from custom_themes where user_id = ${userId} order by id`);

/** What a profile may wear: the site's own, then one's own. */
export const presentThemes = (_own: readonly ThemeRow[]): CustomTheme[] => [];
