import { useQuery } from "@tanstack/react-query";
import type { Item } from "#domain/items/api.ts";
import { listingsRoute } from "#domain/shop/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { copyDeal, type Deal } from "./deal.ts";
import styles from "./market.module.css";
import { OfferListItem } from "./offer-list-item.tsx";
import { tradeText } from "./text/trade.ts";

const text = tradeText;
const PLACEHOLDERS = [0, 1, 2, 3];
/** How often the offers are polled. */
const POLL_MS = 20_000;

export interface OffersSectionProps {
  item: Item;
  page: number;
  hrefOf: (page: number) => string;
  onBuy: (deal: Deal) => void;
}

function OffersSkeleton() {
  return (
    <LoadingRegion text={text.loadingOffers} className={styles.offers}>
      {PLACEHOLDERS.map((placeholder) => (
        <Skeleton height={60} key={placeholder} />
      ))}
    </LoadingRegion>
  );
}

/** The copies on offer, cheapest first, with buy buttons. */
export function OffersSection({ item, page, hrefOf, onBuy }: OffersSectionProps) {
  const user = useUser();
  const list = useQuery({
    ...listQueryFor(listingsRoute, { params: { id: item.id }, input: { page } }),
    refetchInterval: POLL_MS,
  });
  const { data: listings, meta } = list.data ?? {};
  const canBuy = user?.email_verified === true && !item.owned;
  return (
    <div className={styles.box} id="offers">
      <Section heading={text.offers}>
        {item.owned && listings?.some((listing) => listing.user.id !== user?.id) && (
          <p className={styles.note}>{text.ownOne}</p>
        )}
        {list.isPending && <OffersSkeleton />}
        {list.isError && !listings && (
          <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
        )}
        {listings?.length === 0 && (
          <EmptyState
            title={text.none}
            text={page > 1 ? text.nonePage : text.noneHint}
            art={<PosedBopi pose="shrug" />}
          >
            {page > 1 ? (
              <LinkButton to={hrefOf(1)}>{text.firstPage}</LinkButton>
            ) : (
              <LinkButton to={`/shop?category=${item.type.name}`}>{text.toShop}</LinkButton>
            )}
          </EmptyState>
        )}
        {listings && listings.length > 0 && (
          <ol
            className={cx(styles.offers, list.isPlaceholderData && styles.stale)}
            aria-label={text.offersLabel}
          >
            {listings.map((listing) => (
              <OfferListItem
                key={listing.id}
                listing={listing}
                isOwn={listing.user.id === user?.id}
                onBuy={canBuy ? () => onBuy(copyDeal(item, listing)) : undefined}
              />
            ))}
          </ol>
        )}
        {meta && (
          <Pagination page={page} lastPage={meta.last_page} hrefOf={hrefOf} label={text.offersPages} />
        )}
      </Section>
    </div>
  );
}
