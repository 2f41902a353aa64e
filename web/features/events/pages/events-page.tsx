import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Blocks, Timer } from "lucide-react";
import { Link } from "react-router";
import { type Challenge, eventsRoute, pastEventsRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { invalidate } from "#web/lib/cache.ts";
import { formatLocalDay } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { eventState } from "../days.ts";
import { DoneBadge, EventCard, EventSkeleton, RewardSummary } from "../event-card.tsx";
import styles from "../events.module.css";
import { eventsText as text } from "../text.ts";

function PastEvents({ page }: { page: number }) {
  const list = useQuery(listQueryFor(pastEventsRoute, { input: { page } }));
  const { data: events, meta } = list.data ?? {};
  return (
    <Section heading={text.past}>
      <QueryError query={list} />
      {list.isPending && (
        <div className={styles.list} aria-busy>
          <Repeat times={3}>
            <Skeleton height={150} />
          </Repeat>
        </div>
      )}
      {events && events.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {events.map((event) => (
            <li key={event.id}>
              <Card className={styles.past}>
                <div className={styles.row}>
                  <h3 className={styles.pastName}>
                    <Badge color={event.highlight_color}>{event.short_name}</Badge>
                  </h3>
                  <span className={styles.muted}>
                    {text.days(
                      formatLocalDay(Date.parse(event.starts_at)),
                      formatLocalDay(Date.parse(event.ends_at) - 1),
                    )}
                  </span>
                  {event.rewarded ? (
                    <DoneBadge />
                  ) : (
                    (event.cleared ?? 0) > 0 && <span>{text.progress(event.cleared ?? 0, event.goal)}</span>
                  )}
                </div>
                {event.levels.length > 0 && (
                  <ul className={styles.chips} aria-label={text.levels(event.short_name)}>
                    {event.levels.map(({ id, url, title }) => (
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
            </li>
          ))}
        </ul>
      )}
      {meta?.total === 0 && <p className={styles.muted}>{text.noPast}</p>}
      {meta && meta.total > 0 && events?.length === 0 && <PastEnd text={text.noPageText} />}
      <Pagination page={page} meta={meta} />
    </Section>
  );
}

const POLL_MS = 60_000;
const card = (level: LevelCardData) => <LevelCard key={level.id} level={level} />;

interface CurrentProps {
  events: readonly LevelEvent[];
  challenges: readonly Challenge[];
  /** Milliseconds since 1970. */
  now: number;
  onExpire: () => void;
}

function CurrentEvents({ events, challenges, now, onExpire }: CurrentProps) {
  const upcoming = events.filter((event) => eventState(event, now) === "upcoming");
  const on = events.filter((event) => !upcoming.includes(event));
  if (events.length === 0 && challenges.length === 0)
    return (
      <EmptyState title={text.none} text={text.noneText} pose="sit">
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {text.browse}
        </LinkButton>
      </EmptyState>
    );
  return (
    <>
      {on.length > 0 && (
        <Section heading={text.on}>
          {on.map((event) => (
            <EventCard key={event.id} event={event} card={card} onExpire={onExpire} />
          ))}
        </Section>
      )}
      {challenges.length > 0 && (
        <Section heading={text.challenges}>
          <div className={styles.challenges}>
            {challenges.map((challenge) => (
              <Card key={challenge.id} className={styles.challenge}>
                {challenge.level && <div className={styles.level}>{card(challenge.level)}</div>}
                <article className={styles.text} aria-label={challenge.name}>
                  <div className={styles.row}>
                    <h3 dir="auto">{challenge.name}</h3>
                    {challenge.rewarded && <DoneBadge />}
                  </div>
                  {challenge.description && (
                    <p className={styles.description} dir="auto">
                      {challenge.description}
                    </p>
                  )}
                  <p className={styles.goal}>
                    <Timer aria-hidden />
                    {text.goal(challenge.goal_formatted)}
                  </p>
                  <RewardSummary reward={challenge.reward} />
                  <Countdown
                    key={challenge.ends_on}
                    endDay={challenge.ends_on}
                    label={text.endsIn}
                    onEnd={onExpire}
                  />
                </article>
              </Card>
            ))}
          </div>
        </Section>
      )}
      {upcoming.length > 0 && (
        <Section heading={text.upcoming}>
          {upcoming.map((event) => (
            <EventCard key={event.id} event={event} upcoming card={card} onExpire={onExpire} />
          ))}
        </Section>
      )}
    </>
  );
}

export default function EventsPage() {
  const page = usePage();
  const client = useQueryClient();
  const list = useQuery({ ...queryFor(eventsRoute, {}), refetchInterval: POLL_MS });
  const refresh = () => void invalidate(client, ["/api/events/**"]);
  // Countdowns refetch the list when an event starts or ends, so `now` must not be before the response.
  const now = useNow(list.dataUpdatedAt);
  const { data } = list;
  return (
    <Page title={text.title}>
      {page === 1 && list.isError && !data && <QueryError query={list} />}
      {page === 1 && list.isPending && (
        <LoadingRegion text={text.loading}>
          <EventSkeleton />
        </LoadingRegion>
      )}
      {page === 1 && data && <CurrentEvents {...data} now={now} onExpire={refresh} />}
      <PastEvents page={page} />
      <p className={styles.hint}>{text.hint}</p>
    </Page>
  );
}
