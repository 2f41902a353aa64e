import type { LevelCardData as Level } from "#domain/levels/card.ts";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { cx } from "#web/ui/cx.ts";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import styles from "./home.module.css";

interface RowProps {
  heading: string;
  /** Undefined while they load. */
  levels: readonly Level[] | undefined;
  more?: { to: string; label: string };
  eager?: boolean;
}

/** A row of levels under a heading. Renders nothing if there are none. */
export function LevelsRow({ heading, levels, more, eager = false }: RowProps) {
  if (levels?.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <div className={styles.row} aria-busy={!levels}>
        {levels ? (
          levels.slice(0, 5).map((level) => <LevelCard key={level.id} level={level} eager={eager} />)
        ) : (
          <Repeat times={5}>
            <LevelCardSkeleton />
          </Repeat>
        )}
      </div>
    </Section>
  );
}

/** Popular levels with their places in this list, from 1. Renders nothing if there are none. */
export function RankedLevels({ heading, levels, more }: RowProps) {
  if (levels?.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <ol className={cx("lazy-rows", styles.ranked)} aria-busy={!levels}>
        {levels?.map((level, i) => (
          <li key={level.id}>
            <LevelCard level={level} variant="ranked" rank={i + 1} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Levels as small cards. Renders nothing if there are none. */
export function SmallLevels({ heading, levels, more }: RowProps) {
  if (levels?.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <div className={cx("lazy-rows", styles.small)} aria-busy={!levels}>
        {levels?.map((level) => (
          <LevelCard key={level.id} level={level} variant="small" />
        ))}
      </div>
    </Section>
  );
}

/** The widest cards: large on every screen. */
const LARGE = [1, 2, 3] as const;

/** A row of large cards that scrolls sideways. */
export function LevelCarousel({ heading, levels, more, eager = false }: RowProps) {
  if (!levels) return <LevelsRow heading={heading} levels={levels} />;
  if (levels.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <Carousel label={heading} per={LARGE}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} eager={eager} />
        ))}
      </Carousel>
    </Section>
  );
}
