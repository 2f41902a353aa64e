import { Brush, LayoutGrid, RotateCcw, UserRound } from "lucide-react";
import type { InventoryView } from "#domain/inventory/view.ts";
import { hasTemplate, typeNamed } from "#domain/items/rules.ts";
import { inventoryText } from "#web/text/inventory.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";

const text = inventoryText;

export interface NoItemsProps {
  view: InventoryView;
  total: number;
  username: string;
  isOwn: boolean;
  hrefOf: (view: Partial<InventoryView>) => string;
}

function reason({ view, total, username, isOwn }: NoItemsProps): string {
  const { search, category } = view;
  if (total > 0) return text.nonePage;
  if (search) return text.noneMatching(search);
  if (category === "favorites") return isOwn ? text.noneFavoritesOwn : text.noneFavorites(username);
  if (!isOwn) return text.noneOther(username);
  return canMake(category) ? text.noneOwn : text.noneOwnOfficial;
}

/** Whether a member can make what a category holds. */
const canMake = (category: InventoryView["category"]): boolean => {
  const type = typeNamed(category);
  return category === "all" || (type !== null && hasTemplate(type));
};

function WayOn({ view, total, username, isOwn, hrefOf }: NoItemsProps) {
  const { search, category } = view;
  if (total > 0) {
    return (
      <LinkButton variant="primary" to={hrefOf({ page: 1 })}>
        {text.firstPage}
      </LinkButton>
    );
  }
  if (search) {
    return (
      <LinkButton variant="primary" icon={RotateCcw} to={hrefOf({ search: "" })}>
        {text.clearSearch}
      </LinkButton>
    );
  }
  const makes = isOwn && canMake(category);
  return (
    <>
      {makes && (
        <LinkButton
          variant="primary"
          icon={Brush}
          to={category === "all" ? "/shop/create/" : `/shop/create/?type=${category}`}
        >
          {text.make}
        </LinkButton>
      )}
      {category !== "all" && (
        <LinkButton variant={makes ? "plain" : "primary"} icon={LayoutGrid} to={hrefOf({ category: "all" })}>
          {text.showAll}
        </LinkButton>
      )}
      {category === "all" && !isOwn && (
        <LinkButton variant="primary" icon={UserRound} to={`/users/${username}`}>
          {text.toProfile(username)}
        </LinkButton>
      )}
    </>
  );
}

/** Nothing fits, or the page is past the end; and the way on. */
export function NoItems(props: NoItemsProps) {
  return (
    <EmptyState title={text.none} text={reason(props)} art={<Bopi mood={props.isOwn ? "happy" : "wow"} />}>
      <WayOn {...props} />
    </EmptyState>
  );
}
