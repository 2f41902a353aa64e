import { useInfiniteQuery } from "@tanstack/react-query";
import { Shirt } from "lucide-react";
import { buildUrl } from "#domain/api/route.ts";
import { avatarInventoryRoute } from "#domain/avatar/api.ts";
import { wornSlot } from "#domain/avatar/rules.ts";
import type { ItemTypeName } from "#domain/items/rules.ts";
import { call } from "#web/lib/api.ts";
import { avatarText } from "#web/text/avatar.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./customiser.module.css";
import { ItemTile } from "./item-tile.tsx";
import type { DraftState } from "./use-draft.ts";

const CREATABLE: readonly ItemTypeName[] = ["shirt", "pants", "shoes"];

function useOwned(category: ItemTypeName, search: string) {
  return useInfiniteQuery({
    queryKey: [buildUrl(avatarInventoryRoute, { category, page: 1, search }, {}), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(avatarInventoryRoute, { params: { category, page: pageParam, search }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : undefined),
  });
}

function NoItems({ category, search }: { category: ItemTypeName; search: string }) {
  const makes = CREATABLE.includes(category) && !search;
  return (
    <EmptyState
      icon={Shirt}
      title={avatarText.noneFound(category)}
      text={search ? avatarText.noneMatching : avatarText.noneOwned}
    >
      {makes && <LinkButton to="/shop/create/">{avatarText.make}</LinkButton>}
    </EmptyState>
  );
}

export interface ItemTabProps {
  category: ItemTypeName;
  search: string;
  draft: DraftState;
  opens: boolean;
}

/** What one owns of a category, to wear or take off. */
export function ItemTab({ category, search, draft, opens }: ItemTabProps) {
  const list = useOwned(category, search);
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!list.data) return <TilesSkeleton />;
  const items = list.data.pages.flatMap(({ data }) => data);
  if (items.length === 0) return <NoItems category={category} search={search} />;
  return (
    <>
      <div className={styles.tiles}>
        {items.map((item) => (
          <ItemTile
            key={item.id}
            item={item}
            worn={draft.draft ? wornSlot(draft.draft.wardrobe, item) !== null : false}
            opens={opens}
            onPress={() => draft.click(item)}
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

export function TilesSkeleton() {
  return (
    <div className={styles.tiles} aria-busy>
      {Array.from({ length: 12 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <Skeleton ratio="5 / 6" key={i} />
      ))}
    </div>
  );
}
