import { useQuery } from "@tanstack/react-query";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { Item } from "#domain/items/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type OwnedCopy, ownersRoute } from "#domain/shop/api.ts";
import { Person } from "#web/components/person.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./owners.module.css";
import { itemsText } from "./text/items.ts";
import { tradeText } from "./text/trade.ts";

const PLACEHOLDERS = Array.from({ length: LIMITS.pageSize.owners / 2 }, (_, i) => i);
const CARD = { min: 150, minPhone: 130 } as const;

export interface OwnersSectionProps {
  item: Item;
  page: number;
  hrefOf: (page: number) => string;
}

/** An owner's bopi with the item on. */
function CopyOwner({ item, copy }: { item: Item; copy: OwnedCopy }) {
  return (
    <Card flush>
      <img
        className={styles.bopi}
        src={tryOnUrl(copy.look, item, { size: 256 })}
        width={256}
        height={256}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <div className={styles.owner}>
        <Person person={copy.user} size={0} />
        <span className={styles.copy}>
          <strong>{tradeText.serial(copy.serial)}</strong>
          <RelativeTime value={copy.created_at} />
        </span>
      </div>
    </Card>
  );
}

/** The owners of an item's copies, by serial number, with their bopis in it. */
export function OwnersSection({ item, page, hrefOf }: OwnersSectionProps) {
  const list = useQuery(listQueryFor(ownersRoute, { params: { id: item.id }, input: { page } }));
  const { data: owners, meta } = list.data ?? {};
  return (
    <Section heading={itemsText.owners}>
      {list.isPending && (
        <LoadingRegion text={itemsText.loadingOwners}>
          <Grid {...CARD}>
            {PLACEHOLDERS.map((placeholder) => (
              <Skeleton ratio="4 / 5" key={placeholder} />
            ))}
          </Grid>
        </LoadingRegion>
      )}
      {list.isError && !owners && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {owners?.length === 0 && (
        <EmptyState
          title={page > 1 ? itemsText.noOwnersPage : itemsText.noOwners}
          art={<PosedBopi pose="shrug" />}
          {...(page > 1
            ? { children: <LinkButton to={hrefOf(1)}>{itemsText.firstPage}</LinkButton> }
            : { noAction: "The item's own button is above" })}
        />
      )}
      {owners && owners.length > 0 && (
        <Grid {...CARD} className={cx(list.isPlaceholderData && styles.stale)}>
          {owners.map((copy) => (
            <CopyOwner item={item} copy={copy} key={copy.id} />
          ))}
        </Grid>
      )}
      {meta && (
        <Pagination page={page} lastPage={meta.last_page} hrefOf={hrefOf} label={itemsText.ownersPages} />
      )}
    </Section>
  );
}
