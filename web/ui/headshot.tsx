import { controlsText } from "#web/text/controls.ts";
import styles from "./surface.module.css";

export interface HeadshotProps {
  src: string;
  username: string;
  size?: number;
  /** The name stands beside it, so the picture says nothing more. */
  decorative?: boolean;
}

/** A user's bopi, head and shoulders. */
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
