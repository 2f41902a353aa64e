import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Eye, Ghost, ListOrdered, type LucideIcon, Play, Trophy } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { type Clear, levelClearsRoute } from "#domain/clears/api.ts";
import { formatDuration } from "#domain/duration.ts";
import { TOP_RANKS } from "#domain/runs/rules.ts";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { Person } from "#web/components/person.tsx";
import { ghostUrl } from "#web/components/play/ghost-url.ts";
import { playUrl } from "#web/components/play/play-url.ts";
import { useBopi } from "#web/lib/pictures.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./clears.module.css";
import { ClearsBox, ClearsPlaceholder, clearsText, NoClears, TOP_CLEARS } from "./clears-placeholder.tsx";
import { findRival, PODIUM_PLACES } from "./find-rival.ts";

interface ChallengeStripProps {
  levelId: number;
  /** The first page of the level's clears. */
  list: OutputOf<typeof levelClearsRoute>;
}

/** The user's own place and how far the next goal is; for others, the time to beat. */
function ChallengeStrip({ levelId, list: { data, own, meta } }: ChallengeStripProps) {
  const [record] = data;
  if (!record) return null;
  const rival = own ? findRival(data, own) : record;
  const gap = own && rival ? formatDuration(own.time_ms - rival.time_ms) : null;
  const isRecord = !own && record.rank === 1;
  // The fastest player races their own record.
  const run = rival ? rival.run_id : own?.run_id;
  const hint = (own?.rank ?? 0) > TOP_RANKS ? clearsText.roomsOnly : clearsText.fastest;
  const raceText = isRecord
    ? clearsText.raceRecord
    : rival
      ? clearsText.raceNext(rival.user.username)
      : clearsText.raceOwn;
  return (
    <div className={styles.strip}>
      <Trophy className={styles.trophy} aria-hidden />
      {own ? (
        <p>
          <strong>
            {clearsText.own}: {own.time_formatted}
          </strong>
          {own.rank !== null && <> · {clearsText.ownRank(own.rank, meta.total)}</>}
          <span className={styles.hint}>
            {rival && gap ? `${clearsText.behind(gap, rival.rank)} · ${rival.user.username}` : hint}
          </span>
        </p>
      ) : (
        <p>
          <strong>
            {clearsText.beat}: {record.time_formatted}
          </strong>
          <span className={styles.hint}>{clearsText.beatHint(record.user.username)}</span>
        </p>
      )}
      <LinkButton
        size="s"
        icon={run ? Ghost : Play}
        to={run ? ghostUrl(levelId, run, true) : playUrl(levelId)}
      >
        {run ? raceText : clearsText.beatIt}
      </LinkButton>
    </div>
  );
}

interface RunLinksProps {
  levelId: number;
  /** Null if the run has no recording. */
  runId: number | null;
  username: string;
  large?: boolean;
}

interface RunLinkProps {
  icon: LucideIcon;
  to: string;
  word: string;
  label: string;
}

const LargeLink = ({ icon, to, word, label }: RunLinkProps) => (
  <LinkButton size="s" icon={icon} to={to} aria-label={label} className={styles.large}>
    <span className={styles.word}>{word}</span>
  </LinkButton>
);

function RunLinks({ levelId, runId, username, large = false }: RunLinksProps) {
  if (runId === null) return null;
  const watch = { icon: Eye, to: ghostUrl(levelId, runId), label: clearsText.watch(username) };
  const race = { icon: Ghost, to: ghostUrl(levelId, runId, true), label: clearsText.race(username) };
  return large ? (
    <>
      <LargeLink {...watch} word={clearsText.watchWord} />
      <LargeLink {...race} word={clearsText.raceWord} />
    </>
  ) : (
    <>
      <IconLink {...watch} />
      <IconLink {...race} />
    </>
  );
}

function ClearTime({ clear: { time_formatted, run_id } }: { clear: Clear }) {
  return (
    <span className={styles.time}>
      <strong>{time_formatted}</strong>
      {run_id !== null && (
        <Tooltip text={clearsText.checked}>
          <BadgeCheck className={styles.check} aria-hidden />
        </Tooltip>
      )}
    </span>
  );
}

interface ClearRowProps {
  clear: Clear;
  levelId: number;
  isOwn: boolean;
}

function ClearRow({ clear, levelId, isOwn }: ClearRowProps) {
  const { rank, user, times, cleared_at, run_id } = clear;
  return (
    <li className={cx(styles.row, isOwn && styles.mine)}>
      <span className={styles.rank}>{clearsText.rank(rank)}</span>
      <span className={styles.user}>
        <Person person={user} size={36} />
      </span>
      <ClearTime clear={clear} />
      <span className={styles.more}>
        <span className={styles.times}>{clearsText.times(times)}</span>
        <RelativeTime value={cleared_at} />
      </span>
      <span className={styles.links}>
        <RunLinks levelId={levelId} runId={run_id} username={user.username} />
      </span>
    </li>
  );
}

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
        <span className={styles.medal}>{clearsText.rank(rank)}</span>
        <Person person={user} size={0} />
        <ClearTime clear={clear} />
        <span className={styles.links}>
          <RunLinks levelId={levelId} runId={run_id} username={user.username} large />
        </span>
      </div>
    </li>
  );
}

const POLL_MS = 20_000;

export interface ClearsSectionProps {
  level: { id: number; title: string };
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
    <ol className={cx(styles.list, isStale && styles.stale)} aria-label={clearsText.list}>
      {podium.map((clear) => (
        <PodiumItem key={clear.user.id} {...propsOf(clear)} />
      ))}
      {isFirstPage &&
        [1, 2, 3].slice(podium.length).map((rank) => (
          <li key={`free ${rank}`} className={cx(styles.step, styles.free)} data-place={rank}>
            <div className={styles.block}>
              <span className={styles.medal}>{clearsText.rank(rank)}</span>
              <span className={styles.freeText}>{clearsText.free(rank)}</span>
            </div>
          </li>
        ))}
      {clears.slice(podium.length).map((clear) => (
        <ClearRow key={clear.user.id} {...propsOf(clear)} />
      ))}
    </ol>
  );
}

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
        <LoadingRegion text={clearsText.loading}>
          <ClearsPlaceholder level={level} total={knownTotal} />
        </LoadingRegion>
      )}
      <QueryError query={list} />
      {clears?.length === 0 &&
        (total ? (
          <EmptyState pose="shrug" title={clearsText.nonePage}>
            <FirstPageLink to={hrefOf(1)} variant="plain" />
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
      {page > 0 && meta && <Pagination page={page} meta={meta} hrefOf={hrefOf} label={clearsText.pages} />}
      {total > TOP_CLEARS && (
        <p className={styles.actions}>
          <LinkButton size="s" icon={ListOrdered} to={hrefOf(page ? 0 : 1)}>
            {page ? clearsText.top : clearsText.all(total)}
          </LinkButton>
        </p>
      )}
    </ClearsBox>
  );
}
