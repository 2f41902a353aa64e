import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { custom_themes } from "#db/schema/index.ts";
import type { InputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import type { createThemeRoute } from "#domain/themes/api.ts";
import { type ThemeRow, themeColumns } from "./queries.ts";

type ThemeInput = InputOf<typeof createThemeRoute>;

const COLUMNS = [
  "name",
  "gradient_start_color",
  "gradient_end_color",
  "pattern_color",
  "pattern_id",
  "theme_id",
].join(", ");

const valuesOf = (input: ThemeInput) => sql`${input.name}, ${input.gradient_start_color},
  ${input.gradient_end_color ?? null}, ${input.custom_pattern_color ?? null}, ${input.custom_theme_pattern_id ?? null},
  ${input.theme_id ?? null}`;

/** Inserts a theme; returns no row if the user has reached the limit. */
export const insertTheme = (userId: number, input: ThemeInput, now: number): Statement<ThemeRow> =>
  statement(sql`insert into custom_themes (user_id, created_at, updated_at, ${sql.raw(COLUMNS)})
    select ${userId}, ${now}, ${now}, ${valuesOf(input)}
    where (select count(*) from custom_themes where user_id = ${userId}) < ${LIMITS.themesPerUser}
    returning ${themeColumns}`);

export const updateTheme = (
  userId: number,
  id: number,
  input: ThemeInput,
  now: number,
): Statement<ThemeRow> =>
  statement(sql`update custom_themes set (updated_at, ${sql.raw(COLUMNS)}) = (${now}, ${valuesOf(input)})
    where id = ${id} and user_id = ${userId} returning ${themeColumns}`);

/** Applies a theme to the user's profile: the one with this id or created at `madeAt`, if it's their own. */
export const applyTheme = (userId: number, which: { id: number } | { madeAt: number }): Statement => {
  const isMatch = "id" in which ? sql`id = ${which.id}` : sql`created_at = ${which.madeAt}`;
  const own = sql`select max(id) from custom_themes where user_id = ${userId} and ${isMatch}`;
  return statement(
    sql`update users set custom_theme_id = coalesce((${own}), custom_theme_id) where id = ${userId}`,
  );
};

/** Deletes a theme, also from the profile that uses it. */
export const deleteTheme = (
  userId: number,
  id: number,
): { deleted: Statement<Columns<"custom_themes", "name">>; unapplied: Statement } => ({
  deleted: statement(sql`delete from custom_themes where id = ${id} and user_id = ${userId} returning name`),
  unapplied: statement(
    sql`update users set custom_theme_id = null where id = ${userId} and custom_theme_id = ${id}`,
  ),
});
