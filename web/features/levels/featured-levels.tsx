import { useQuery } from "@tanstack/react-query";
import { levelListRoute } from "#domain/levels/api.ts";
import { FEATURED_INPUT } from "#domain/levels/view.ts";
import { queryFor } from "#web/lib/query.ts";
import { levelsText } from "#web/text/levels.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import { LevelCard, LevelCardSkeleton } from "./level-card.tsx";

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];
/** Cards visible without scrolling the carousel. */
const EAGER = 5;

/** The carousel above the unfiltered list. Fetched once per page load; hidden when no level is featured. */
export function FeaturedLevels({ shown }: { shown: boolean }) {
  const featured = useQuery({
    ...queryFor(levelListRoute, { input: FEATURED_INPUT }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: shown,
  });
  const levels = featured.data?.data;
  if (!shown || featured.isError || levels?.length === 0) return null;
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
