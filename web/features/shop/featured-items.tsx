import { useQuery } from "@tanstack/react-query";
import { shopRoute } from "#domain/shop/api.ts";
import { FEATURED_SHOP_INPUT } from "#domain/shop/view.ts";
import { ItemCard, ItemCardSkeleton } from "#web/components/item-card.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { Section } from "#web/ui/page.tsx";
import { shopText } from "./text/shop.ts";

/** Visible cards: 2 from 480 px, 4 from 768 px. On phones the second one is partly visible. */
const PER = [1.6, 2, 4] as const;
const PLACEHOLDERS = ["a", "b", "c", "d"];
const EAGER = 4;

/** The carousel above the unfiltered list. Hidden when no item is featured. */
export function FeaturedItems() {
  const featured = useQuery(queryFor(shopRoute, { input: FEATURED_SHOP_INPUT }));
  const items = featured.data?.data;
  if (featured.isError || items?.length === 0) return null;
  return (
    <Section heading={shopText.featured}>
      <Carousel label={shopText.featured} per={PER}>
        {items
          ? items.map((item, index) => <ItemCard key={item.id} item={item} eager={index < EAGER} />)
          : PLACEHOLDERS.map((key) => <ItemCardSkeleton key={key} />)}
      </Carousel>
    </Section>
  );
}
