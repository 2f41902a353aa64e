import { Crown, LayoutGrid, Shirt } from "lucide-react";
import type { ItemCardData as Item } from "#domain/items/item-card.ts";
import { ItemCardSkeleton, ItemGrid } from "#web/components/item-card.tsx";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import { Grid } from "#web/ui/page.tsx";
import { Case } from "./case.tsx";

const CONE: Item = {
  id: 1,
  uuid: "",
  type: { id: 1, name: "hat" },
  name: "Traffic Cone",
  thumbnail_url: "/static/item.svg",
  description: "",
  user: {
    id: 1,
    username: "admin",
    url: "/users/admin",
    level: 7,
    has_gold: false,
    gold_username: false,
    bopi: { headshot_url: "/static/item.svg", avatar_url: "/static/item.svg" },
  },
  purchasable: "onsale",
  price: 150,
  is_purchasable: true,
  abbreviated_price: "150",
  gold_month: null,
  remaining: null,
  lowest_price: null,
};
const ITEMS: Item[] = [
  CONE,
  { ...CONE, id: 2, price: 12_345, remaining: 3 },
  { ...CONE, id: 3, price: 0, name: "A name that goes on for longer than a line", gold_month: "2026-11-01" },
  { ...CONE, id: 4, is_purchasable: false },
  { ...CONE, id: 5, is_purchasable: false, lowest_price: 1_500 },
];
const LINKS = [
  { id: "all", label: "All", icon: LayoutGrid, to: "?category=all", active: true },
  { id: "gold", label: "Gold", icon: Crown, to: "?category=gold", active: false },
];

/** Examples of item cards and their categories. */
export function ItemCases() {
  return (
    <>
      <Case name="ItemCard" wide>
        <ItemGrid items={ITEMS} />
        <Grid min={180}>
          <ItemCardSkeleton />
        </Grid>
      </Case>
      <Case name="CategoryNav">
        <CategoryNav
          label="Example"
          groups={[
            { heading: "Official", links: LINKS },
            {
              heading: "Community",
              links: [{ id: "shirt", label: "Shirts", icon: Shirt, to: "?category=shirt", active: false }],
            },
          ]}
        />
      </Case>
    </>
  );
}
