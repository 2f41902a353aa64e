import { useBopi } from "#web/lib/pictures.ts";
import styles from "#web/ui/surface.module.css";
import { controlsText } from "#web/ui/text/controls.ts";

export interface HeadshotProps {
  user: { username: string; bopi: { headshot_url: string } };
  size?: number;
  /** The username is next to the image, so it gets no alt text. */
  decorative?: boolean;
}

/** An image of a user's bopi, head and shoulders. */
export function Headshot({ user, size = 40, decorative }: HeadshotProps) {
  return (
    <img
      className={styles.headshot}
      src={useBopi(user).headshot_url}
      width={size}
      height={size}
      alt={decorative ? "" : controlsText.headshotOf(user.username)}
      loading="lazy"
      decoding="async"
    />
  );
}
