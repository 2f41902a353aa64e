import * as z from "zod/mini";
import { flag, hexColor, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { PATTERNS } from "./patterns.ts";

const pattern = z.object({ id: z.int(), name: z.string(), pattern_class: z.string() });

/** What a profile wears: one colour or two, and a pattern over them. Colours are six hex digits without '#'. */
export const profileTheme = z.object({
  gradient_start_color: z.string(),
  /** Null means solid. */
  gradient_end_color: z.nullable(z.string()),
  custom_pattern_color: z.nullable(z.string()),
  custom_theme_pattern: z.nullable(pattern),
  /** The site theme that goes with it, or null for the one of whoever looks. */
  theme: z.nullable(z.object({ id: z.int(), name: z.string(), name_formatted: z.string() })),
});
export type ProfileTheme = z.infer<typeof profileTheme>;

/** A profile theme as its owner has it in their list. */
export const customTheme = z.extend(profileTheme, {
  id: z.int(),
  name: z.string(),
  /** Null for the site's own. */
  user_id: z.nullable(z.int()),
  gold_only: z.boolean(),
  custom_theme_pattern_id: z.nullable(z.int()),
  theme_id: z.nullable(z.int()),
});
export type CustomTheme = z.infer<typeof customTheme>;

const input = z.object({
  name: text("Name", { max: LIMITS.themeName }),
  gradient_start_color: hexColor("Color"),
  gradient_end_color: z.optional(z.nullable(hexColor("Second color"))),
  custom_pattern_color: z.optional(z.nullable(hexColor("Pattern color"))),
  custom_theme_pattern_id: z.optional(z.nullable(whole("Pattern", { min: 1, max: PATTERNS.length }))),
  theme_id: z.optional(z.nullable(whole("Site theme", { min: 1, max: 5 }))),
  auto_apply: z._default(flag("Auto apply"), false),
});

const output = z.object({ custom_theme: customTheme });

export const createThemeRoute = route("POST", "/api/auth/custom-themes", {
  summary: "Makes a profile theme of one's own, which needs Gold.",
  access: "member",
  status: 201,
  input,
  output,
});

export const updateThemeRoute = route("POST", "/api/auth/custom-themes/{id}", {
  summary: "Changes a profile theme of one's own, which needs Gold.",
  access: "member",
  input,
  output,
});

export const deleteThemeRoute = route("POST", "/api/auth/custom-themes/{id}/delete", {
  summary: "Deletes a profile theme of one's own.",
  access: "member",
  input: z.object({}),
  output: z.object({ message: z.string() }),
});
