import * as z from "zod/mini";

/** What a profile wears: one colour or two, and a pattern over them. Colours are six hex digits without '#'. */
export const profileTheme = z.object({
  gradient_start_color: z.string(),
  /** Null means solid. */
  gradient_end_color: z.nullable(z.string()),
  custom_pattern_color: z.nullable(z.string()),
  custom_theme_pattern: z.nullable(z.object({ id: z.int(), name: z.string(), pattern_class: z.string() })),
  /** The site theme that goes with it, or null for the one of whoever looks. */
  theme: z.nullable(z.object({ id: z.int(), name: z.string(), name_formatted: z.string() })),
});
export type ProfileTheme = z.infer<typeof profileTheme>;
