import type { UserDetails } from "#domain/settings/api.ts";
import type { ProfileTheme } from "#domain/themes/theme.ts";
import { ThemeLayer } from "#web/components/profile-background.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useBopi } from "#web/lib/pictures.ts";
import { themesText } from "./text.ts";
import styles from "./themes.module.css";

/** A miniature of the user's profile with a theme, in its site theme. */
export function ThemePreview({ theme, user }: { theme: ProfileTheme; user: UserDetails }) {
  return (
    <figure className={styles.preview} data-theme={theme.theme?.name} aria-label={themesText.preview}>
      <ThemeLayer theme={theme} className={styles.back} />
      <div className={styles.sheet}>
        <div className={styles.card}>
          <img className={styles.bopi} src={useBopi(user).avatar_url} alt="" />
          <div className={styles.lines}>
            <p className={styles.name}>
              <UserName user={user} />
            </p>
            <p className={styles.level}>{themesText.spirit(user.level)}</p>
            <span className={styles.placeholder} />
            <span className={styles.placeholder} />
          </div>
        </div>
        <div className={styles.tiles} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      </div>
    </figure>
  );
}
