import { useQuery } from "@tanstack/react-query";
import { ListOrdered } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Clear, levelClearsRoute } from "#domain/clears/api.ts";
import { Person } from "#web/components/person.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { useBopi } from "#web/lib/pictures.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { ChallengeStrip } from "./challenge-strip.tsx";
import { ClearRow, type ClearRowProps } from "./clear-row.tsx";
import { ClearTime } from "./clear-time.tsx";
import styles from "./clears.module.css";
import { ClearsBox, ClearsPlaceholder, NoClears, TOP_CLEARS } from "./clears-placeholder.tsx";
import { PODIUM_PLACES } from "./find-rival.ts";
import { RunLinks } from "./run-links.tsx";
import { clearsText as text } from "./text/clears.ts";

/** A player on the podium. */
function PodiumItem({ clear, levelId, isOwn }: ClearRowProps) {
  const { rank, user, run_id } = clear;
  const bopi = useBopi(user);
  const [isMissing, setMissing] = useState(false);
  return (
    <li className={cx(styles.step, isOwn && styles.mine)} data-place={rank}>
      <Link className={styles.figure} to={user.url} tabIndex={-1} aria-hidden>
        <img
          src={isMissing ? bopi.headshot_url : bopi.avatar_url}
          width={256}
          height={256}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      </Link>
      <div className={styles.block}>
        <span className={styles.medal}>{text.rank(rank)}</span>
        <Person person={user} size={0} />
        <ClearTime clear={clear} />
        <span className={styles.links}>
          <RunLinks levelId={levelId} runId={run_id} username={user.username} large />
        </span>
      </div>
    </li>
  );
}

/** A place on the podium that no one has taken yet. */
const FreePlace = ({ rank }: { rank: number }) => (
  <li className={cx(styles.step, styles.free)} data-place={rank}>
    <div className={styles.block}>
      <span className={styles.medal}>{text.rank(rank)}</span>
      <span className={styles.freeText}>{text.free(rank)}</span>
    </div>
  </li>
);

/** How often the list is polled for others' clears. */
const POLL_MS = 20_000;

export interface ClearsSectionProps {
  level: { id: number; title: string };
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

interface ClearListProps {
  levelId: number;
  clears: readonly Clear[];
  isFirstPage: boolean;
  isStale: boolean;
}

/** The list in one order: the podium, its free places, and a row for everyone else. The first page has the podium. */
function ClearList({ levelId, clears, isFirstPage, isStale }: ClearListProps) {
  const user = useUser();
  const podium = clears.filter(({ rank }) => rank <= PODIUM_PLACES);
  const propsOf = (clear: Clear) => ({ clear, levelId, isOwn: clear.user.id === user?.id });
  return (
    <ol className={cx(styles.list, isStale && styles.stale)} aria-label={text.list}>
      {podium.map((clear) => (
        <PodiumItem key={clear.user.id} {...propsOf(clear)} />
      ))}
      {isFirstPage &&
        [1, 2, 3].slice(podium.length).map((rank) => <FreePlace key={`free ${rank}`} rank={rank} />)}
      {clears.slice(podium.length).map((clear) => (
        <ClearRow key={clear.user.id} {...propsOf(clear)} />
      ))}
    </ol>
  );
}

/** A level's clears by time: a podium, a list, and the user's own place. */
export default function ClearsSection({ level, total: knownTotal }: ClearsSectionProps) {
  const { page, hrefOf } = useClearsPage();
  const list = useQuery({
    ...listQueryFor(levelClearsRoute, { params: { id: level.id }, input: { page: page || 1 } }),
    refetchInterval: POLL_MS,
  });
  const { data: clears, meta } = list.data ?? {};
  const shown = page ? clears : clears?.slice(0, TOP_CLEARS);
  const total = meta?.total ?? 0;
  return (
    <ClearsBox>
      {list.isPending && (
        <LoadingRegion text={text.loading}>
          <ClearsPlaceholder level={level} total={knownTotal} />
        </LoadingRegion>
      )}
      {list.isError && !clears && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {clears?.length === 0 &&
        (total ? (
          <EmptyState art={<PosedBopi pose="shrug" />} title={text.nonePage}>
            <LinkButton to={hrefOf(1)}>{text.firstPage}</LinkButton>
          </EmptyState>
        ) : (
          <NoClears level={level} clearable={list.data?.clearable} />
        ))}
      {list.data && page <= 1 && <ChallengeStrip levelId={level.id} list={list.data} />}
      {shown && shown.length > 0 && (
        <ClearList
          levelId={level.id}
          clears={shown}
          isFirstPage={meta?.current_page === 1}
          isStale={list.isPlaceholderData}
        />
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
