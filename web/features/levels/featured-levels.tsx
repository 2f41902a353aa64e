import { useQuery } from "@tanstack/react-query";
import { levelListRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { FEATURED_INPUT } from "#domain/levels/view.ts";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import { levelsText } from "./text/levels.ts";

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];
/** Cards visible without scrolling the carousel. */
const EAGER = 5;

/** Returns the featured levels. Fetched once per page load. */
export const useFeaturedLevels = (isShown: boolean) =>
  useQuery({
    ...queryFor(levelListRoute, { input: FEATURED_INPUT }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: isShown,
  });

/** The carousel above the unfiltered list. Hidden when no level is featured. */
export function FeaturedLevels({ levels }: { levels: readonly LevelCardData[] | undefined }) {
  if (levels?.length === 0) return null;
  return (
    <Section
      heading={levelsText.featured}
      actions={<MoreLink to="/levels?filter=featured" label={levelsText.allFeatured} />}
    >
      <Carousel label={levelsText.featured}>
        {levels
          ? levels.map((level, index) => <LevelCard key={level.id} level={level} eager={index < EAGER} />)
          : PLACEHOLDERS.map((key) => <LevelCardSkeleton key={key} />)}
      </Carousel>
    </Section>
  );
}
