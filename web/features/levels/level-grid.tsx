import type { LevelCard as Level } from "#domain/levels/card.ts";
import { useInSight } from "#web/lib/painted.ts";
import { levelsText } from "#web/text/levels.ts";
import { cx } from "#web/ui/cx.ts";
import { Grid } from "#web/ui/page.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./browser.module.css";
import { LevelCard, LevelCardSkeleton } from "./level-card.tsx";

/** Cards in sight without scrolling on most screens: their pictures are not put off. */
const EAGER = 8;
const BONES = Array.from({ length: 20 }, (_, i) => i);

export interface LevelGridProps {
  levels: readonly Level[];
  /** Dims what the next page is about to replace. */
  stale?: boolean;
  /** It begins at the lower end of the screen. */
  low?: boolean;
}

/** Levels as cards: those in sight are drawn first. */
export function LevelGrid({ levels, stale = false, low = false }: LevelGridProps) {
  const drawn = useInSight(levels, low ? EAGER / 2 : EAGER);
  return (
    <Grid className={cx(styles.grid, stale && styles.stale)} aria-busy={stale}>
      {drawn.map((level, index) => (
        <LevelCard key={level.id} level={level} eager={index < EAGER} />
      ))}
    </Grid>
  );
}

/** Twenty cards to come. */
export function LevelGridSkeleton() {
  return (
    <Waiting text={levelsText.loading}>
      <Grid>
        {BONES.map((bone) => (
          <LevelCardSkeleton key={bone} />
        ))}
      </Grid>
    </Waiting>
  );
}
