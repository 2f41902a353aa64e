import styles from "#web/ui/surface.module.css";
import { controlsText } from "#web/ui/text/controls.ts";

export interface HeadshotProps {
  src: string;
  username: string;
  size?: number;
  /** The username is next to the image, so it gets no alt text. */
  decorative?: boolean;
}

/** An image of a user's bopi, head and shoulders. */
export function Headshot({ src, username, size = 40, decorative }: HeadshotProps) {
  return (
    <img
      className={styles.headshot}
      src={src}
      width={size}
      height={size}
      alt={decorative ? "" : controlsText.headshotOf(username)}
      loading="lazy"
      decoding="async"
    />
  );
}
