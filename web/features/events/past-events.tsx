import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { Link } from "react-router";
import { pastEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { formatLocalDay } from "#web/lib/format-day.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { RewardSummary } from "./event-card.tsx";
import styles from "./events.module.css";
import { DoneBadge } from "./own-progress.tsx";
import { eventsText as text } from "./text.ts";

const PLACEHOLDERS = ["a", "b", "c"];
const pageHref = (page: number) => (page > 1 ? `?page=${page}` : "?");

function PastEvent({ event }: { event: LevelEvent }) {
  const { short_name, highlight_color, starts_at, ends_at, levels, cleared, goal, rewarded } = event;
  return (
    <Card className={styles.past}>
      <div className={styles.row}>
        <h3 className={styles.pastName}>
          <Badge color={highlight_color}>{short_name}</Badge>
        </h3>
        <span className={styles.muted}>
          {text.days(formatLocalDay(Date.parse(starts_at)), formatLocalDay(Date.parse(ends_at) - 1))}
        </span>
        {rewarded ? <DoneBadge /> : (cleared ?? 0) > 0 && <span>{text.progress(cleared ?? 0, goal)}</span>}
      </div>
      {levels.length > 0 && (
        <ul className={styles.chips} aria-label={text.levels(short_name)}>
          {levels.map(({ id, url, title }) => (
            <li key={id}>
              <Link className={styles.chip} to={url} dir="auto">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <RewardSummary reward={event.reward} />
    </Card>
  );
}

/** A page of past events. */
export function PastEvents({ page }: { page: number }) {
  const list = useQuery(listQueryFor(pastEventsRoute, { input: { page } }));
  const events = list.data?.data;
  const meta = list.data?.meta;
  return (
    <Section heading={text.past}>
      {list.isError && !events && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && (
        <div className={styles.list} aria-busy>
          {PLACEHOLDERS.map((placeholder) => (
            <Skeleton key={placeholder} height={150} />
          ))}
        </div>
      )}
      {events && events.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {events.map((event) => (
            <li key={event.id}>
              <PastEvent event={event} />
            </li>
          ))}
        </ul>
      )}
      {meta?.total === 0 && <p className={styles.muted}>{text.noPast}</p>}
      {meta && meta.total > 0 && events?.length === 0 && (
        <EmptyState title={text.noPage} text={text.noPageText} art={<PosedBopi pose="shrug" />}>
          <LinkButton variant="primary" icon={RotateCcw} to="?">
            {text.firstPage}
          </LinkButton>
        </EmptyState>
      )}
      {meta && <Pagination page={page} lastPage={meta.last_page} hrefOf={pageHref} />}
    </Section>
  );
}
