import type { CSSProperties } from "react";
import { Link } from "react-router";
import { formatCompact } from "#web/lib/format.ts";
import styles from "./rating-widget.module.css";
import { ratingText } from "./text.ts";

interface RatingBarsProps {
  levelId: number;
  kind: "rating" | "difficulty";
  /** Counts of the values 1 to 10. */
  counts: readonly number[];
}

/** The number of ratings per half star. Each bar links to its ratings. */
export function RatingBars({ levelId, kind, counts }: RatingBarsProps) {
  const most = Math.max(1, ...counts);
  return (
    <ol className={styles.bars} aria-label={ratingText.chart[kind]}>
      {counts.map((count, index) => {
        const value = index + 1;
        const face = (
          <>
            <span className={styles.count} aria-hidden>
              {count > 0 && formatCompact(count)}
            </span>
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} style={{ "--share": count / most } as CSSProperties} />
            </span>
            <span className={styles.step} aria-hidden>
              {value / 2}
            </span>
            <span className="sr-only">
              {count > 0 ? ratingText.viewBar(value, count) : ratingText.bar(value, count)}
            </span>
          </>
        );
        return (
          <li key={value}>
            {count > 0 ? (
              <Link className={styles.column} to={`/ratings?level_id=${levelId}&${kind}=${value}`}>
                {face}
              </Link>
            ) : (
              <span className={styles.column}>{face}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
