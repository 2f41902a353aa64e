import { type Columns, first, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { hasGold } from "#domain/gold/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  type CustomTheme,
  createThemeRoute,
  deleteThemeRoute,
  updateThemeRoute,
} from "#domain/themes/api.ts";
import { presentTheme, presets, type StoredTheme } from "#domain/themes/presets.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";

type ThemeRow = StoredTheme;

const themeColumns = sql.raw(
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
const insertTheme = (userId: number, input: ThemeInput, now: number): Statement<ThemeRow> =>
  statement`insert into custom_themes (user_id, created_at, updated_at, ${sql.raw(COLUMNS)})
    select ${userId}, ${now}, ${now}, ${valuesOf(input)}
    where (select count(*) from custom_themes where user_id = ${userId}) < ${LIMITS.themesPerUser}
    returning ${themeColumns}`;

/** Applies a theme to the user's profile: the one with this id or created at `madeAt`, if it's their own. */
const applyTheme = (userId: number, which: { id: number } | { madeAt: number }): Statement => {
  const isMatch = "id" in which ? sql`id = ${which.id}` : sql`created_at = ${which.madeAt}`;
  const own = sql`select max(id) from custom_themes where user_id = ${userId} and ${isMatch}`;
  return statement`update users set custom_theme_id = coalesce((${own}), custom_theme_id) where id = ${userId}`;
};

const viewerHasGold = async (gate: SessionGate, now: number) =>
  hasGold((await gate.member()).gold_until, now);

const themeNotFound = () => new ApiError("not_found", { message: "This profile theme doesn't exist." });

/** Routes for users' own profile themes. */
export function themeRoutes(app: HonoApp): void {
  handle(app, createThemeRoute, async ({ input, gate, viewer, now }) => {
    if (!(await viewerHasGold(gate, now))) throw new ApiError("no_gold");
    const apply = input.auto_apply ? [applyTheme(viewer.id, { madeAt: now })] : [];
    const { created } = await gate.write({
      created: first(insertTheme(viewer.id, input, now)),
      apply,
    });
    if (!created) throw new ApiError("theme_limit");
    return { custom_theme: { ...presentTheme(created), auto_apply: input.auto_apply } };
  });

  handle(app, updateThemeRoute, async ({ params, input, gate, viewer, now }) => {
    if (!(await viewerHasGold(gate, now))) {
      const own = await gate.all(themesQuery(viewer.id));
      throw own.some(({ id }) => id === params.id) ? new ApiError("no_gold") : themeNotFound();
    }
    const apply = input.auto_apply ? [applyTheme(viewer.id, params)] : [];
    const { row } = await gate.write(
      {
        row: first<ThemeRow>`update custom_themes set (updated_at, ${sql.raw(COLUMNS)}) = (${now}, ${valuesOf(input)})
          where id = ${params.id} and user_id = ${viewer.id} returning ${themeColumns}`,
        apply,
      },
      { idempotent: true },
    );
    if (!row) throw themeNotFound();
    return { custom_theme: { ...presentTheme(row), auto_apply: input.auto_apply } };
  });

  handle(app, deleteThemeRoute, async ({ params, gate, viewer }) => {
    const { deleted } = await gate.write({
      deleted: first<Columns<"custom_themes", "name">>`delete from custom_themes
        where id = ${params.id} and user_id = ${viewer.id} returning name`,
      unapplied: statement`update users set custom_theme_id = null
        where id = ${viewer.id} and custom_theme_id = ${params.id}`,
    });
    if (!deleted) throw themeNotFound();
    return { message: `'${deleted.name}' is deleted.` };
  });
}
