import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useSearchParams } from "react-router";
import { readListView, writeListView } from "#domain/api/list-view.ts";
import { wishlistRoute } from "#domain/wishlist/api.ts";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { ItemGrid, ItemGridSkeleton } from "#web/components/item-card.tsx";
import { formatCount } from "#web/lib/format.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../wishlist.module.css";

const text = {
  title: "Wishlist",
  items: "Items",
  total: (total: number) => formatCount(total, "item"),
  none: "No items found",
  noneHint: "Tap the gift on an item's page to save it here until you have the coins.",
  nonePage: "This page doesn't exist.",
  shop: "Visit the shop",
} as const;

const hrefOf = (page: number) => `?${writeListView({ search: "", page })}`;

export default function WishlistPage() {
  const [query] = useSearchParams();
  const { page } = readListView(query);
  const list = useQuery(listQueryFor(wishlistRoute, { input: { page } }));
  const { data: items, meta } = list.data ?? {};
  return (
    <Page title={text.title}>
      <p className={styles.total} role="status">
        {meta && text.total(meta.total)}
      </p>
      <h2 className="sr-only">{text.items}</h2>
      {list.isPending && <ItemGridSkeleton />}
      <QueryError query={list} />
      {items && items.length > 0 && <ItemGrid items={items} stale={list.isPlaceholderData} />}
      {meta && items?.length === 0 && (
        <EmptyState
          title={text.none}
          text={meta.total > 0 ? text.nonePage : text.noneHint}
          pose={meta.total > 0 ? "shrug" : "carry"}
        >
          {meta.total > 0 ? (
            <FirstPageLink to={hrefOf(1)} />
          ) : (
            <LinkButton variant="primary" icon={ShoppingBag} to="/shop">
              {text.shop}
            </LinkButton>
          )}
        </EmptyState>
      )}
      <Pagination page={page} meta={meta} hrefOf={hrefOf} />
    </Page>
  );
}
