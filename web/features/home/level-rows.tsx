import type { ReactNode } from "react";
import type { LevelCardData as Level } from "#domain/levels/card.ts";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { cx } from "#web/ui/cx.ts";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import { Repeat } from "#web/ui/skeleton.tsx";
import styles from "./home.module.css";
import { homeText } from "./text/home.ts";

/** Undefined while they load. */
type Levels = readonly Level[] | undefined;

interface RowProps {
  heading: string;
  levels: Levels;
  more: { to: string; label: string };
  children?: ReactNode;
}

/** A row of levels under a heading. Renders nothing if there are none. */
export function LevelsRow({ heading, levels, more, children }: RowProps) {
  if (levels?.length === 0) return null;
  return (
    <Section heading={heading} actions={<MoreLink {...more} />}>
      {children ?? (
        <div className={styles.row} aria-busy={!levels}>
          {levels ? (
            levels.slice(0, 5).map((level) => <LevelCard key={level.id} level={level} />)
          ) : (
            <Repeat times={5}>
              <LevelCardSkeleton />
            </Repeat>
          )}
        </div>
      )}
    </Section>
  );
}

/** Popular levels with their places in this list, from 1. */
export const RankedLevels = ({ levels }: { levels: Levels }) => (
  <LevelsRow heading={homeText.popular} levels={levels} more={{ to: "/levels", label: homeText.allPopular }}>
    <ol className={cx("lazy-rows", styles.ranked)} aria-busy={!levels}>
      {levels?.map((level, i) => (
        <li key={level.id}>
          <LevelCard level={level} variant="ranked" rank={i + 1} />
        </li>
      ))}
    </ol>
  </LevelsRow>
);

const NEWEST = { to: "/levels?order=newest", label: homeText.allNewest };

export const SmallLevels = ({ levels }: { levels: Levels }) => (
  <LevelsRow heading={homeText.newest} levels={levels} more={NEWEST}>
    <div className={cx("lazy-rows", styles.small)} aria-busy={!levels}>
      {levels?.map((level) => (
        <LevelCard key={level.id} level={level} variant="small" />
      ))}
    </div>
  </LevelsRow>
);

/** The widest cards: large on every screen. */
const LARGE = [1, 2, 3] as const;
const FEATURED = { to: "/levels?filter=featured", label: homeText.allFeatured };

/** Featured levels as large cards in a row that scrolls sideways. */
export const LevelCarousel = ({ levels, eager = false }: { levels: Levels; eager?: boolean }) => (
  <LevelsRow heading={homeText.featured} levels={levels} more={FEATURED}>
    {levels && (
      <Carousel label={homeText.featured} per={LARGE}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} eager={eager} />
        ))}
      </Carousel>
    )}
  </LevelsRow>
);
