import type { LevelCard as Level } from "#domain/levels/card.ts";
import { LevelCard, LevelCardSkeleton } from "#web/features/levels/level-card.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import styles from "./home.module.css";

const BONES = ["a", "b", "c", "d", "e"];

interface RowProps {
  heading: string;
  /** Absent while they are on their way. */
  levels: readonly Level[] | undefined;
  more?: { to: string; label: string };
  eager?: boolean;
}

/** One row of levels under a heading; nothing at all when there are none. */
export function LevelRow({ heading, levels, more, eager = false }: RowProps) {
  if (levels?.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <div className={styles.row} aria-busy={!levels}>
        {levels
          ? levels.slice(0, 5).map((level) => <LevelCard key={level.id} level={level} eager={eager} />)
          : BONES.map((bone) => <LevelCardSkeleton key={bone} />)}
      </div>
    </Section>
  );
}

/** Levels that scroll sideways. */
export function LevelCarousel({ heading, levels, more, eager = false }: RowProps) {
  if (!levels) return <LevelRow heading={heading} levels={levels} />;
  if (levels.length === 0) return null;
  return (
    <Section heading={heading} actions={more && <MoreLink {...more} />}>
      <Carousel label={heading}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} eager={eager} />
        ))}
      </Carousel>
    </Section>
  );
}
