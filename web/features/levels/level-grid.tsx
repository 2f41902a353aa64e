import type { LevelCardData as Level } from "#domain/levels/card.ts";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid } from "#web/ui/page.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import styles from "./browser.module.css";
import { levelsText } from "./text/levels.ts";

/** Cards visible without scrolling on most screens: their pictures are not lazy-loaded. */
const EAGER = 8;

export function LevelGrid({ levels, stale = false }: { levels: readonly Level[]; stale?: boolean }) {
  return (
    <Grid className={cx("lazy-rows", styles.grid, stale && styles.stale)} aria-busy={stale}>
      {levels.map((level, index) => (
        <LevelCard key={level.id} level={level} eager={index < EAGER} />
      ))}
    </Grid>
  );
}

export function LevelGridSkeleton() {
  return (
    <LoadingRegion text={levelsText.loading}>
      <Grid>
        <Repeat times={20}>
          <LevelCardSkeleton />
        </Repeat>
      </Grid>
    </LoadingRegion>
  );
}
