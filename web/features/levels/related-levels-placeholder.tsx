import { LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import styles from "./related-levels.module.css";

const KEYS = ["a", "b", "c", "d"];

/** Shown until related levels are loaded. */
export const RelatedLevelsPlaceholder = () => (
  <div className={styles.rows} aria-hidden>
    <div className={styles.row}>
      {KEYS.map((key) => (
        <LevelCardSkeleton key={key} />
      ))}
    </div>
  </div>
);
