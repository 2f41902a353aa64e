import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Blocks } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { type Challenge, type Event, eventsRoute } from "#domain/events/api.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { useNow } from "#web/lib/now.ts";
import { invalidateUrls, queryFor } from "#web/lib/query.ts";
import { eventsText as text } from "#web/text/events.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ChallengeCard } from "./challenge-card.tsx";
import { stateOf } from "./days.ts";
import { EventCard, EventSkeleton } from "./event-card.tsx";
import styles from "./events.module.css";
import { PastEvents } from "./past-events.tsx";

/** How often the page looks whether staff have changed something. */
const LOOK_MS = 60_000;
const EVENTS = /^\/api\/events(?:[/?]|$)/;

interface Slots {
  /** Draws a level; events know nothing of their cards. */
  card: (level: LevelCard) => ReactNode;
}

interface CurrentProps extends Slots {
  events: readonly Event[];
  challenges: readonly Challenge[];
  /** Milliseconds since 1970. */
  now: number;
  onTurn: () => void;
}

function Nothing() {
  return (
    <EmptyState title={text.none} text={text.noneText} art={<Bopi mood="happy" />}>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {text.browse}
      </LinkButton>
    </EmptyState>
  );
}

function Current({ events, challenges, now, card, onTurn }: CurrentProps) {
  const upcoming = events.filter((event) => stateOf(event, now) === "upcoming");
  const on = events.filter((event) => !upcoming.includes(event));
  if (events.length === 0 && challenges.length === 0) return <Nothing />;
  return (
    <>
      {on.length > 0 && (
        <Section heading={text.on}>
          {on.map((event) => (
            <EventCard key={event.id} event={event} card={card} onTurn={onTurn} />
          ))}
        </Section>
      )}
      {challenges.length > 0 && (
        <Section heading={text.challenges}>
          <div className={styles.challenges}>
            {challenges.map((challenge) => (
              <ChallengeCard key={challenge.id} challenge={challenge} card={card} onTurn={onTurn} />
            ))}
          </div>
        </Section>
      )}
      {upcoming.length > 0 && (
        <Section heading={text.upcoming}>
          {upcoming.map((event) => (
            <EventCard key={event.id} event={event} upcoming card={card} onTurn={onTurn} />
          ))}
        </Section>
      )}
    </>
  );
}

/** Events and challenges: what is on, what comes, what was. Later pages are of what was alone. */
export function EventsScreen({ card }: Slots) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const client = useQueryClient();
  const list = useQuery({ ...queryFor(eventsRoute, {}), refetchInterval: LOOK_MS });
  const refresh = () => void invalidateUrls(client, EVENTS);
  // What has begun or ended since the answer came does so with its countdown, which asks anew.
  const now = Math.max(useNow(), list.dataUpdatedAt);
  const { data } = list;
  return (
    <Page title={text.title}>
      <p className={styles.hint}>{text.hint}</p>
      {page === 1 && list.isError && !data && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {page === 1 && list.isPending && (
        <Waiting text={text.loading}>
          <EventSkeleton />
        </Waiting>
      )}
      {page === 1 && data && <Current {...data} now={now} card={card} onTurn={refresh} />}
      <PastEvents page={page} />
    </Page>
  );
}
