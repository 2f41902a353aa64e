import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
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

/** Keeps a new theme; none where there are as many as there can be. */
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

/** Has the profile wear the theme of this id, or the one that was made at `now`, if it is their own. */
export const applyTheme = (userId: number, which: { id: number } | { madeAt: number }): Statement => {
  const found = "id" in which ? sql`id = ${which.id}` : sql`created_at = ${which.madeAt}`;
  const own = sql`select max(id) from custom_themes where user_id = ${userId} and ${found}`;
  return statement(
    sql`update users set custom_theme_id = coalesce((${own}), custom_theme_id) where id = ${userId}`,
  );
};

/** Takes a theme away, also off the profile that wears it. */
export const deleteTheme = (
  userId: number,
  id: number,
): [gone: Statement<{ name: string }>, off: Statement<unknown>] => [
  statement(sql`delete from custom_themes where id = ${id} and user_id = ${userId} returning name`),
  statement(sql`update users set custom_theme_id = null where id = ${userId} and custom_theme_id = ${id}`),
];
