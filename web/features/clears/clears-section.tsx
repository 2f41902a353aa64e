import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListOrdered } from "lucide-react";
import { useSearchParams } from "react-router";
import { type Clear, levelClearsRoute } from "#domain/clears/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { clearsText as text } from "#web/text/clears.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Person } from "#web/ui/person.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./clears.module.css";
import { ClearsBox, ClearsPlaceholder, NoClears, TOP_CLEARS } from "./clears-placeholder.tsx";

/** How often the list is polled for others' clears. */
const POLL_MS = 20_000;

export interface ClearsSectionProps {
  levelId: number;
  /** The level's number of clears, for the placeholder's height. */
  total: number;
}

/** The page of all clears from the URL (`?clears=2`), or 0 for the fastest only. */
function useClearsPage() {
  const [query] = useSearchParams();
  const requested = Number(query.get("clears"));
  const page = Number.isSafeInteger(requested) && requested > 0 && requested <= 1_000_000 ? requested : 0;
  const hrefOf = (next: number) => {
    const params = new URLSearchParams(query);
    if (next > 0) params.set("clears", String(next));
    else params.delete("clears");
    return `?${params}#clears`;
  };
  return { page, hrefOf };
}

function ClearRow({ clear, isOwn }: { clear: Clear; isOwn: boolean }) {
  const { rank, user, time_formatted, times, cleared_at } = clear;
  return (
    <li className={cx(styles.row, isOwn && styles.mine)}>
      <span className={cx(styles.rank, rank === 1 && styles.first)}>{text.rank(rank)}</span>
      <span className={styles.user}>
        <Person person={user} size={36} />
      </span>
      <strong className={styles.time}>{time_formatted}</strong>
      <span className={styles.more}>
        <span>{text.times(times)}</span>
        <RelativeTime value={cleared_at} />
      </span>
    </li>
  );
}

/** A level's clears by time, with the user's own best on top. */
export default function ClearsSection({ levelId, total: knownTotal }: ClearsSectionProps) {
  const user = useUser();
  const { page, hrefOf } = useClearsPage();
  const list = useQuery({
    ...queryFor(levelClearsRoute, { params: { id: levelId }, input: { page: page || 1 } }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const { data: clears, meta, own } = list.data ?? {};
  const shown = page ? clears : clears?.slice(0, TOP_CLEARS);
  const total = meta?.total ?? 0;
  return (
    <ClearsBox
      actions={
        own && (
          <p className={styles.own}>
            {text.own}: <strong>{own.time_formatted}</strong>, {text.times(own.times)}
          </p>
        )
      }
    >
      {list.isPending && (
        <LoadingRegion text={text.loading}>
          <ClearsPlaceholder total={knownTotal} />
        </LoadingRegion>
      )}
      {list.isError && !clears && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {clears?.length === 0 &&
        !list.isPlaceholderData &&
        (total ? (
          <EmptyState art={<Bopi mood="wow" />} title={text.nonePage}>
            <LinkButton to={hrefOf(1)}>{text.firstPage}</LinkButton>
          </EmptyState>
        ) : (
          <NoClears />
        ))}
      {shown && shown.length > 0 && (
        <ol className={cx(styles.list, list.isPlaceholderData && styles.stale)} aria-label={text.list}>
          {shown.map((clear) => (
            <ClearRow key={clear.user.id} clear={clear} isOwn={clear.user.id === user?.id} />
          ))}
        </ol>
      )}
      {page > 0 && meta && (
        <Pagination page={page} lastPage={meta.last_page} hrefOf={hrefOf} label={text.pages} />
      )}
      {total > TOP_CLEARS && (
        <p className={styles.actions}>
          <LinkButton size="s" icon={ListOrdered} to={hrefOf(page ? 0 : 1)}>
            {page ? text.top : text.all(total)}
          </LinkButton>
        </p>
      )}
    </ClearsBox>
  );
}
