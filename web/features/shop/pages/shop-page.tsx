import { useQuery } from "@tanstack/react-query";
import { Brush, Crown, Gift } from "lucide-react";
import { shopRoute } from "#domain/shop/api.ts";
import { type ShopView, shopInput, showsFeaturedItems } from "#domain/shop/view.ts";
import { ItemGrid, ItemGridSkeleton } from "#web/components/item-card.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { FeaturedItems } from "../featured-items.tsx";
import { NoShopItems } from "../no-shop-items.tsx";
import styles from "../shop.module.css";
import { ShopCategories } from "../shop-categories.tsx";
import { ShopControls } from "../shop-controls.tsx";
import { shopText } from "../text/shop.ts";
import { useShopView } from "../use-shop-view.ts";

type Shop = ReturnType<typeof useShopView>;

/** Members' links beside the heading. In the Gold category they include a link to Gold. */
function ShopShortcuts({ category }: Pick<ShopView, "category">) {
  const user = useUser();
  const sellsGold = category === "gold" && !user?.has_gold;
  return (
    <>
      {user && (
        <LinkButton to="/wishlist" icon={Gift}>
          {shopText.wishlist}
        </LinkButton>
      )}
      {sellsGold && (
        <LinkButton to="/gold" icon={Crown} variant="primary">
          {shopText.seeGold}
        </LinkButton>
      )}
      {user && !sellsGold && (
        <LinkButton to="/shop/create/" icon={Brush} variant="primary">
          {shopText.create}
        </LinkButton>
      )}
    </>
  );
}

const headingOf = ({ search, category, sort }: ShopView) => {
  if (search) return shopText.resultsFor(search);
  // The only sort that is a filter.
  if (category === "all" && sort === "offsale") return shopText.sorts.offsale;
  return category === "all" ? shopText.allItems : shopText.categories[category];
};

function Results({ view, hrefOf }: Pick<Shop, "view" | "hrefOf">) {
  const list = useQuery(listQueryFor(shopRoute, { input: shopInput(view) }));
  const { data: response, isPlaceholderData: stale } = list;
  return (
    <Section
      heading={headingOf(view)}
      actions={
        <p className={styles.total} role="status">
          {response && !list.isError && shopText.total(response.meta.total)}
          {list.isPending && <Skeleton width={90} height={20} />}
        </p>
      }
    >
      {list.isError && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <ItemGridSkeleton />}
      {response && !list.isError && response.data.length === 0 && (
        <NoShopItems view={view} total={response.meta.total} hrefOf={hrefOf} />
      )}
      {response && !list.isError && response.data.length > 0 && (
        <>
          <ItemGrid items={response.data} stale={stale} />
          <Pagination
            page={stale ? view.page : response.meta.current_page}
            lastPage={response.meta.last_page}
            visible={stale ? undefined : response.visiblePages}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
    </Section>
  );
}

/** The shop. Its state is in the URL. */
export default function ShopPage() {
  const { view, choose, hrefOf } = useShopView();
  return (
    <Page title={shopText.title} actions={<ShopShortcuts category={view.category} />}>
      <div className={styles.layout}>
        <ShopCategories chosen={view.category} hrefOf={hrefOf} />
        <div className={styles.content}>
          <ShopControls view={view} choose={choose} />
          {showsFeaturedItems(view) && <FeaturedItems />}
          <Results view={view} hrefOf={hrefOf} />
        </div>
      </div>
    </Page>
  );
}
