import { useInfiniteQuery } from "@tanstack/react-query";
import { Shirt } from "lucide-react";
import { buildUrl } from "#domain/api/route.ts";
import { avatarInventoryRoute } from "#domain/avatar/api.ts";
import { equippedSlot } from "#domain/avatar/rules.ts";
import type { ItemTypeName } from "#domain/items/rules.ts";
import { call } from "#web/lib/api.ts";
import { avatarText } from "#web/text/avatar.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./customizer.module.css";
import { ItemTile } from "./item-tile.tsx";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

const CREATABLE: readonly ItemTypeName[] = ["shirt", "pants", "shoes"];

function useOwnedItems(category: ItemTypeName, search: string) {
  return useInfiniteQuery({
    queryKey: [buildUrl(avatarInventoryRoute, { category, page: 1, search }, {}), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(avatarInventoryRoute, { params: { category, page: pageParam, search }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : undefined),
  });
}

function EmptyCategory({ category, search }: { category: ItemTypeName; search: string }) {
  const canCreate = CREATABLE.includes(category) && !search;
  return (
    <EmptyState
      icon={Shirt}
      title={avatarText.noneFound(category)}
      text={search ? avatarText.noneMatching : avatarText.noneOwned}
    >
      {canCreate && <LinkButton to="/shop/create/">{avatarText.make}</LinkButton>}
    </EmptyState>
  );
}

export interface CategoryTabProps {
  category: ItemTypeName;
  search: string;
  draft: AvatarDraftState;
  opensPage: boolean;
}

/** The user's items of a category, to equip or remove. */
export function CategoryTab({ category, search, draft, opensPage }: CategoryTabProps) {
  const list = useOwnedItems(category, search);
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!list.data) return <ItemTilesSkeleton />;
  const items = list.data.pages.flatMap(({ data }) => data);
  if (items.length === 0) return <EmptyCategory category={category} search={search} />;
  return (
    <>
      <div className={styles.tiles}>
        {items.map((item) => (
          <ItemTile
            key={item.id}
            item={item}
            isEquipped={draft.current ? equippedSlot(draft.current.wardrobe, item) !== null : false}
            opensPage={opensPage}
            onPress={() => draft.toggleItem(item)}
          />
        ))}
      </div>
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {avatarText.showMore}
          </Button>
        </div>
      )}
    </>
  );
}

export function ItemTilesSkeleton() {
  return (
    <div className={styles.tiles} aria-busy>
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton ratio="5 / 6" key={i} />
      ))}
    </div>
  );
}
