import styles from "./stars.module.css";
import { controlsText } from "./text/controls.ts";

const STARS = 5;
const BOX = 24;
const STAR = "l2.9 6.2 6.8.8-5 4.6 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.6 6.8-.8z";
/** Five stars side by side, each in a 24 by 24 box. */
const ROW = Array.from({ length: STARS }, (_, i) => `M${i * BOX + BOX / 2} 2.5${STAR}`).join("");

/** Five stars filled up to `value` tenths of their width. */
export function StarRow({ value, size }: { value: number; size: number }) {
  const width = (Math.min(10, Math.max(0, value)) / 10) * STARS * BOX;
  return (
    <svg
      className={styles.rating}
      viewBox={`0 0 ${STARS * BOX} ${BOX}`}
      width={size * STARS}
      height={size}
      aria-hidden="true"
    >
      <path className={styles.off} d={ROW} />
      {width > 0 && (
        <svg width={width} height={BOX} viewBox={`0 0 ${width} ${BOX}`} aria-hidden="true">
          <path className={styles.on} d={ROW} />
        </svg>
      )}
    </svg>
  );
}

export interface StarRatingProps {
  /** 0 to 10; shown as 0 to 5 stars. */
  value: number;
  /** Height of a star in pixels. */
  size?: number;
}

/** A read-only rating. */
export function StarRating({ value, size = 20 }: StarRatingProps) {
  const label = value > 0 ? controlsText.starsOf(Math.round(value * 5) / 10, STARS) : controlsText.noStars;
  return (
    <span role="img" aria-label={label}>
      <StarRow value={value} size={size} />
    </span>
  );
}
