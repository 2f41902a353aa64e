import { Store } from "lucide-react";
import { useEffect, useState } from "react";
import { type ClosetItem, closetRoute } from "#domain/avatar/api.ts";
import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import type { ItemTypeName } from "#domain/items/item-types.ts";
import { writeShopView } from "#domain/shop/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useCursor } from "#web/lib/pages.ts";
import { useMember } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./customizer.module.css";
import { ItemGrid, type ItemSection } from "./item-grid.tsx";
import { avatarText } from "./text/avatar.ts";
import { closetText } from "./text/closet.ts";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

const CREATABLE: readonly ItemTypeName[] = ["shirt", "pants", "shoes"];

/** A page without items that can't be worn or bought may be short. Then the next one follows by itself, up to a limit. */
const FEW_ITEMS = 8;
const MAX_PAGES_BY_ITSELF = 4;

function useCloset(category: ItemTypeName, search: string) {
  const argsOf = (after: string) => ({ params: { category }, input: { after, search } });
  const list = useCursor(closetRoute, argsOf, { first: "", next: ({ next }) => next });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const pages = list.data?.pages ?? [];
  const items = pages.flatMap(({ data }) => data);
  const isShort = items.length < FEW_ITEMS && pages.length < MAX_PAGES_BY_ITSELF;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, fetchNextPage]);
  return { list, items };
}

/** The items by what they cost when they were listed: a purchase moves nothing. */
const sectionsOf = (items: readonly ClosetItem[], coins: number): ItemSection[] => [
  { heading: closetText.owned, items: items.filter(({ price }) => price === null) },
  { heading: closetText.freeItems, items: items.filter(({ price }) => price === 0) },
  {
    heading: closetText.affordable,
    items: items.filter(({ price }) => price !== null && price > 0 && price <= coins),
  },
  { heading: closetText.dear, items: items.filter(({ price }) => price !== null && price > coins) },
];

function EmptyCategory({ category, search }: { category: ItemTypeName; search: string }) {
  const canCreate = CREATABLE.includes(category) && !search;
  return (
    <EmptyState
      title={avatarText.noneFound(category)}
      text={search ? avatarText.noneMatching : avatarText.noneOwned}
      art={<PosedBopi pose="shrug" />}
    >
      {canCreate ? (
        <LinkButton to="/shop/create/">{avatarText.make}</LinkButton>
      ) : (
        <LinkButton to={shopUrl(category, "")}>{avatarText.openShop}</LinkButton>
      )}
    </EmptyState>
  );
}

const shopUrl = (category: ItemTypeName, search: string) =>
  `/shop?${writeShopView({ category, search, page: 1, sort: "", order: "" })}`;

export interface CategoryTabProps {
  category: ItemTypeName;
  search: string;
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

/** The items of a category: the user's own, then those to try on and buy. */
export function CategoryTab({ category, search, draft, opensPage, onPress }: CategoryTabProps) {
  const { coins: coinsNow } = useMember();
  // Stays, so that no item moves while coins are spent.
  const [coins] = useState(coinsNow);
  const { list, items } = useCloset(category, search);
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!list.data || (items.length === 0 && list.hasNextPage))
    return (
      <div className={styles.tiles} aria-busy>
        {Array.from({ length: 12 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          <Skeleton ratio="5 / 6" key={i} />
        ))}
      </div>
    );
  if (items.length === 0) return <EmptyCategory category={category} search={search} />;
  return (
    <>
      <ItemGrid sections={sectionsOf(items, coins)} draft={draft} opensPage={opensPage} onPress={onPress} />
      <div className={styles.more}>
        {list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {avatarText.showMore}
          </Button>
        )}
        <LinkButton variant="quiet" icon={Store} to={shopUrl(category, search)}>
          {closetText.more}
        </LinkButton>
        <p>{closetText.moreHint}</p>
      </div>
      <p className="sr-only" role="status">
        {closetText.showing(items.length, avatarText.categories[category])}
      </p>
    </>
  );
}
