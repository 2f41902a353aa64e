import type { CSSProperties, ReactNode } from "react";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { cx } from "./cx.ts";

type Colors = Omit<ProfileTheme, "theme">;

/** A profile theme's colours and pattern, as a layer of their own. */
export function ThemeLayer({ theme, className }: { theme: Colors; className?: string | undefined }) {
  const { gradient_start_color: start, gradient_end_color: end, custom_theme_pattern: pattern } = theme;
  const style = {
    background: `linear-gradient(#${start}, #${end ?? start})`,
    "--pattern": pattern && `url("/static/patterns/${pattern.pattern_class}.svg")`,
  } as CSSProperties;
  return (
    <div className={className} style={style} aria-hidden>
      {pattern && (
        <div
          className="worn-pattern"
          style={{ background: `#${theme.custom_pattern_color ?? end ?? "fff"}` }}
        />
      )}
    </div>
  );
}

/**
 * Somebody's page on what their profile wears; the site theme that goes with it colours the page. Without a theme yet,
 * the page stands where it will stand. Who does not want to see themes, or wears High contrast, sees the page alone.
 */
export function ProfileBackground({
  theme,
  children,
}: {
  theme: ProfileTheme | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx("worn", theme?.theme && `worn-${theme.theme.name}`)}>
      {theme && <ThemeLayer theme={theme} className="worn-back" />}
      <div className="worn-sheet">{children}</div>
    </div>
  );
}
