import { Brush, Crown, RotateCcw, Search } from "lucide-react";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import type { ShopView } from "#domain/shop/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { shopText } from "./text/shop.ts";

export interface NoShopItemsProps {
  view: ShopView;
  total: number;
  hrefOf: (choice: Partial<ShopView>) => string;
}

function reason({ category, search, sort }: ShopView): string {
  if (search) return shopText.noneMatching;
  return category === "gold" && sort !== "offsale" ? shopText.noneGold : shopText.noneSorted[sort];
}

/** The empty state: no match, or a page past the last one. */
export function NoShopItems({ view, total, hrefOf }: NoShopItemsProps) {
  const user = useUser();
  const { category, search } = view;
  const type = itemTypeByName(category);
  const canMake = user !== null && !search && type !== null && hasTemplate(type);
  if (total > 0) {
    return (
      <EmptyState title={shopText.none} text={shopText.nonePage} art={<PosedBopi pose="shrug" />}>
        <LinkButton variant="primary" to={hrefOf({ page: 1 })}>
          {shopText.firstPage}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={shopText.none} text={reason(view)} art={<PosedBopi pose="shrug" />}>
      <LinkButton icon={RotateCcw} to="/shop">
        {shopText.startOver}
      </LinkButton>
      {search && category !== "all" && (
        <LinkButton icon={Search} variant="primary" to={hrefOf({ category: "all", sort: "", order: "" })}>
          {shopText.searchAll}
        </LinkButton>
      )}
      {canMake && (
        <LinkButton icon={Brush} variant="primary" to={`/shop/create/?type=${category}`}>
          {shopText.create}
        </LinkButton>
      )}
      {category === "gold" && !search && !user?.has_gold && (
        <LinkButton icon={Crown} variant="primary" to="/gold">
          {shopText.seeGold}
        </LinkButton>
      )}
    </EmptyState>
  );
}
