import * as z from "zod/mini";
import { message, nothing } from "../api/answers.ts";
import { flag, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { SITE_THEMES } from "../site.ts";
import { PATTERNS } from "./patterns.ts";
import { profileTheme } from "./theme.ts";

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

/** Exactly six hex digits without '#', in either case; kept in lower case. */
export const HEX = /^[0-9a-f]{6}$/i;
function color(label: string) {
  const error = `${label} must be six hex digits.`;
  return z.string({ error }).check(z.regex(HEX, error), z.toLowerCase());
}
const orNull = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/** The whole theme, each time: what is left out is none. */
const input = z.object({
  name: text("Name", { max: LIMITS.themeName }),
  gradient_start_color: color("Color"),
  gradient_end_color: orNull(color("Second color")),
  custom_pattern_color: orNull(color("Pattern color")),
  custom_theme_pattern_id: orNull(whole("Pattern", { min: 1, max: PATTERNS.length })),
  theme_id: orNull(whole("Site theme", { min: 1, max: SITE_THEMES.length })),
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
  input: nothing,
  output: message,
});
