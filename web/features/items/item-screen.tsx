import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Item } from "#domain/items/api.ts";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "./item.module.css";
import { ItemDetails } from "./item-details.tsx";
import { useItem } from "./item-query.ts";
import { MissingItem } from "./missing-item.tsx";
import { itemsText } from "./text/items.ts";

function ItemSkeleton() {
  return (
    <div className={styles.item} aria-busy>
      <Skeleton ratio="1" />
      <div className={styles.text}>
        <Skeleton width={70} height={26} />
        <Skeleton width="70%" height={40} />
        <Skeleton width={160} height={40} />
        <Skeleton height={92} />
        <SkeletonText lines={3} />
        <Skeleton width={220} height={48} />
      </div>
    </div>
  );
}

export interface ItemSlots {
  comments: (item: Item) => ReactNode;
  /** Follows the creator. */
  follow: (item: Item) => ReactNode;
  /** Renders the menu; `groups` are added by the item. */
  menu: (item: Item, groups: readonly MenuGroup[]) => ReactNode;
}

/** An item's page. Comments, follow button and menu are passed as slots. */
export function ItemScreen({ comments, follow, menu }: ItemSlots) {
  const { id } = useParams();
  const { item, isMissing, isPending, isError, error, refetch, isFetching } = useItem(id);
  if (isMissing) return <MissingItem />;
  return (
    <Page title={item?.name ?? itemsText.title} heading={null}>
      {isPending && <ItemSkeleton />}
      {isError && !item && <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />}
      {item && (
        <ItemDetails
          item={item}
          key={item.id}
          comments={comments(item)}
          follow={follow(item)}
          menu={(groups) => menu(item, groups)}
        />
      )}
    </Page>
  );
}
