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
import { Time } from "#web/ui/facts.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Person } from "#web/ui/person.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./clears.module.css";
import { ClearsBox, ClearsToCome, NoClears, TOP } from "./clears-waiting.tsx";

/** Others clear it meanwhile: how often the list is looked at again. */
const LOOK_MS = 20_000;

export interface ClearsSectionProps {
  levelId: number;
  /** How many have cleared it, as the level says. */
  total: number;
}

/** Which page of all clears is shown is in the address: `?clears=2`; without it the fastest are. */
function useClearsPage() {
  const [query] = useSearchParams();
  const asked = Number(query.get("clears"));
  const page = Number.isSafeInteger(asked) && asked > 0 && asked <= 1_000_000 ? asked : 0;
  const hrefOf = (next: number) => {
    const changed = new URLSearchParams(query);
    if (next > 0) changed.set("clears", String(next));
    else changed.delete("clears");
    return `?${changed}#clears`;
  };
  return { page, hrefOf };
}

function ClearRow({ clear, isOwn }: { clear: Clear; isOwn: boolean }) {
  const { rank, user, time_formatted, times, cleared_at } = clear;
  return (
    <li className={cx(styles.row, isOwn && styles.mine)}>
      <span className={cx(styles.rank, rank === 1 && styles.first)}>{text.rank(rank)}</span>
      <span className={styles.who}>
        <Person person={user} size={36} />
      </span>
      <strong className={styles.time}>{time_formatted}</strong>
      <span className={styles.more}>
        <span>{text.times(times)}</span>
        <Time value={cleared_at} />
      </span>
    </li>
  );
}

/** Who has cleared a level, and how fast; one's own best above all. */
export default function ClearsSection({ levelId, total: known }: ClearsSectionProps) {
  const user = useUser();
  const { page, hrefOf } = useClearsPage();
  const list = useQuery({
    ...queryFor(levelClearsRoute, { params: { id: levelId }, input: { page: page || 1 } }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
  });
  const { data: clears, meta, own } = list.data ?? {};
  const shown = page ? clears : clears?.slice(0, TOP);
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
        <Waiting text={text.loading}>
          <ClearsToCome total={known} />
        </Waiting>
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
      {total > TOP && (
        <p className={styles.acts}>
          <LinkButton size="s" icon={ListOrdered} to={hrefOf(page ? 0 : 1)}>
            {page ? text.top : text.all(total)}
          </LinkButton>
        </p>
      )}
    </ClearsBox>
  );
}
