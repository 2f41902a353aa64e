import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { type OwnedCopy, ownersRoute } from "#domain/shop/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { itemsText } from "#web/text/items.ts";
import { tradeText } from "#web/text/trade.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Person } from "#web/ui/person.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./owners.module.css";

const PLACEHOLDERS = Array.from({ length: 9 }, (_, i) => i);
const CARD = { min: 260, minPhone: 240 } as const;

export interface OwnersSectionProps {
  id: number;
  page: number;
  hrefOf: (page: number) => string;
}

function CopyOwner({ copy }: { copy: OwnedCopy }) {
  return (
    <div className={styles.owner}>
      <Person person={copy.user} size={40} />
      <span className={styles.copy}>
        <strong>{tradeText.serial(copy.serial)}</strong>
        <RelativeTime value={copy.created_at} />
      </span>
    </div>
  );
}

/** The owners of an item's copies, by serial number. */
export function OwnersSection({ id, page, hrefOf }: OwnersSectionProps) {
  const list = useQuery({
    ...queryFor(ownersRoute, { params: { id }, input: { page } }),
    placeholderData: keepPreviousData,
  });
  const { data: owners, meta } = list.data ?? {};
  return (
    <Section heading={itemsText.owners}>
      {list.isPending && (
        <LoadingRegion text={itemsText.loadingOwners}>
          <Grid {...CARD}>
            {PLACEHOLDERS.map((placeholder) => (
              <Skeleton height={68} key={placeholder} />
            ))}
          </Grid>
        </LoadingRegion>
      )}
      {list.isError && !owners && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {owners?.length === 0 && !list.isPlaceholderData && (
        <EmptyState icon={Users} title={page > 1 ? itemsText.noOwnersPage : itemsText.noOwners}>
          {page > 1 && <LinkButton to={hrefOf(1)}>{itemsText.firstPage}</LinkButton>}
        </EmptyState>
      )}
      {owners && owners.length > 0 && (
        <Grid {...CARD} className={cx(list.isPlaceholderData && styles.stale)}>
          {owners.map((copy) => (
            <CopyOwner copy={copy} key={copy.id} />
          ))}
        </Grid>
      )}
      {meta && (
        <Pagination page={page} lastPage={meta.last_page} hrefOf={hrefOf} label={itemsText.ownersPages} />
      )}
    </Section>
  );
}
