import type { CSSProperties, ReactNode } from "react";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { cx } from "#web/ui/cx.ts";

type Colors = Omit<ProfileTheme, "theme">;

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
          className="profile-theme-pattern"
          style={{ background: `#${theme.custom_pattern_color ?? end ?? "fff"}` }}
        />
      )}
    </div>
  );
}

/**
 * Renders a user's page on their profile theme, in the colors of its site theme. Before the theme is loaded, the page is
 * already in its final place. Viewers who turned profile themes off or use High contrast see only the page.
 */
export function ProfileBackground({
  theme,
  children,
}: {
  theme: ProfileTheme | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx("profile-theme", theme?.theme && `profile-theme-${theme.theme.name}`)}>
      {theme && <ThemeLayer theme={theme} className="profile-theme-back" />}
      <div className="profile-theme-sheet">{children}</div>
    </div>
  );
}
