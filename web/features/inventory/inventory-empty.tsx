import { Brush, LayoutGrid, RotateCcw, UserRound } from "lucide-react";
import type { InventoryView } from "#domain/inventory/view.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { hasTemplate } from "#domain/items/rules.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { inventoryText } from "./text.ts";

const text = inventoryText;

export interface InventoryEmptyProps {
  view: InventoryView;
  total: number;
  username: string;
  isOwn: boolean;
  hrefOf: (view: Partial<InventoryView>) => string;
}

function reasonOf({ view, total, username, isOwn }: InventoryEmptyProps): string {
  const { search, category } = view;
  if (total > 0) return text.nonePage;
  if (search) return text.noneMatching(search);
  if (category === "favorites") return isOwn ? text.noneFavoritesOwn : text.noneFavorites(username);
  if (!isOwn) return text.noneOther(username);
  return canCreate(category) ? text.noneOwn : text.noneOwnOfficial;
}

/** Whether members can create items of a category. */
const canCreate = (category: InventoryView["category"]): boolean => {
  const type = itemTypeByName(category);
  return category === "all" || (type !== null && hasTemplate(type));
};

function NextStep({ view, total, username, isOwn, hrefOf }: InventoryEmptyProps) {
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
  const showsCreate = isOwn && canCreate(category);
  return (
    <>
      {showsCreate && (
        <LinkButton
          variant="primary"
          icon={Brush}
          to={category === "all" ? "/shop/create/" : `/shop/create/?type=${category}`}
        >
          {text.make}
        </LinkButton>
      )}
      {category !== "all" && (
        <LinkButton
          variant={showsCreate ? "plain" : "primary"}
          icon={LayoutGrid}
          to={hrefOf({ category: "all" })}
        >
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

/** Shown for an empty inventory, no matches, or a page past the end. */
export function InventoryEmpty(props: InventoryEmptyProps) {
  return (
    <EmptyState
      title={text.none}
      text={reasonOf(props)}
      art={<PosedBopi pose={props.isOwn ? "carry" : "shrug"} />}
    >
      <NextStep {...props} />
    </EmptyState>
  );
}
