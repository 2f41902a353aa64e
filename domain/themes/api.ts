import * as z from "zod/mini";
import { flag, text, wholeNumber } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { SITE_THEMES } from "../site.ts";
import { THEME_PATTERNS } from "./patterns.ts";
import { profileTheme } from "./theme.ts";

/** A profile theme in its owner's list. */
export const customTheme = z.extend(profileTheme, {
  id: z.int(),
  name: z.string(),
  user_id: z.nullable(z.int()),
  gold_only: z.boolean(),
  custom_theme_pattern_id: z.nullable(z.int()),
  theme_id: z.nullable(z.int()),
});
export type CustomTheme = z.infer<typeof customTheme>;

/** 6 hex digits without '#', in either case. Stored in lower case. */
export const HEX_COLOR = /^[0-9a-f]{6}$/i;
function color(label: string) {
  const error = `${label} must be 6 hex digits.`;
  return z.string({ error }).check(z.regex(HEX_COLOR, error), z.toLowerCase());
}
const orNull = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/** The whole theme. Omitted fields are cleared. */
const input = z.object({
  name: text("Name", { max: LIMITS.themeName }),
  gradient_start_color: color("Color"),
  gradient_end_color: orNull(color("Second color")),
  custom_pattern_color: orNull(color("Pattern color")),
  custom_theme_pattern_id: orNull(wholeNumber("Pattern", { min: 1, max: THEME_PATTERNS.length })),
  theme_id: orNull(wholeNumber("Site theme", { min: 1, max: SITE_THEMES.length })),
  auto_apply: z._default(flag("Auto apply"), false),
});

/** `auto_apply` says whether it was applied with the same call. */
const output = z.object({ custom_theme: z.extend(customTheme, { auto_apply: z.boolean() }) });

export const createThemeRoute = route("POST", "/api/auth/custom-themes", {
  creates: "main",
  summary: "Creates a profile theme. Requires Gold.",
  access: "member",
  status: 201,
  input,
  output,
});

export const updateThemeRoute = route("POST", "/api/auth/custom-themes/{id}", {
  summary: "Edits one of your profile themes. Requires Gold.",
  access: "member",
  input,
  output,
});

export const deleteThemeRoute = route("POST", "/api/auth/custom-themes/{id}/delete", {
  summary: "Deletes one of your profile themes.",
  access: "member",
});
