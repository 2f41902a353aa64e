import * as z from "zod/mini";

/** A profile theme: 1 or 2 colors, and a pattern over them. Colors are 6 hex digits without '#'. */
export const profileTheme = z.object({
  gradient_start_color: z.string(),
  gradient_end_color: z.nullable(z.string()),
  custom_pattern_color: z.nullable(z.string()),
  custom_theme_pattern: z.nullable(z.object({ id: z.int(), name: z.string(), pattern_class: z.string() })),
  /** The site theme it switches to; null for the viewer's. */
  theme: z.nullable(z.object({ id: z.int(), name: z.string(), name_formatted: z.string() })),
});
export type ProfileTheme = z.infer<typeof profileTheme>;
