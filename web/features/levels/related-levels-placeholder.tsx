import { LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import styles from "./related-levels.module.css";

export const RelatedLevelsPlaceholder = () => (
  <div className={styles.rows} aria-hidden>
    <div className={styles.row}>
      <Repeat times={4}>
        <LevelCardSkeleton />
      </Repeat>
    </div>
  </div>
);
