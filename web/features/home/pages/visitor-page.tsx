import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { homeRoute } from "#domain/home/api.ts";
import { type PeopleCounts, peopleCountsRoute } from "#domain/presence/api.ts";
import { buildUrl, call } from "#web/lib/api.ts";
import { listen } from "#web/lib/listen.ts";
import { queryFor } from "#web/lib/query.ts";
import { useTitle } from "#web/lib/title.ts";
import { cx } from "#web/ui/cx.ts";
import page from "#web/ui/page.module.css";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { QueryError } from "#web/ui/states.tsx";
import type { EventDetailsProps } from "../event-details.tsx";
import { EventStage } from "../event-stage.tsx";
import { EventsStrip } from "../events-strip.tsx";
import { Hero } from "../hero.tsx";
import styles from "../home.module.css";
import { LevelCarousel, RankedLevels, SmallLevels } from "../level-rows.tsx";
import { homeText } from "../text/home.ts";

const EventDetails = lazy(() => import("../event-details.tsx"));

/** Events of a visitor who has seen the first screen. */
const FIRST_INPUTS = "pointermove pointerdown scroll keydown";

/** Returns whether the visitor has moved, scrolled or pressed anything yet. */
function useFirstInput(): boolean {
  const [hasInput, setInput] = useState(false);
  useEffect(() => {
    if (hasInput) return;
    return listen(window, FIRST_INPUTS, () => setInput(true), { passive: true });
  }, [hasInput]);
  return hasInput;
}

/** The current event for visitors. Its details load with the first input. */
function EventSlot(props: EventDetailsProps) {
  const hasInput = useFirstInput();
  return (
    <EventStage event={props.event}>
      {hasInput && (
        <SilentErrorBoundary onFail={() => {}}>
          <Suspense>
            <EventDetails {...props} />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </EventStage>
  );
}

const COUNTS = ["users", "levels", "clears", "playing"] as const;

const POLL_MS = 5_000;

/** Returns the numbers of users and players, updated every few seconds. Starts with the page's own response. */
function usePeopleCounts(initial: Partial<PeopleCounts> | undefined, fetchedAt: number) {
  const { data } = useQuery({
    // Not the response itself: the page's own counts lack some of it.
    queryKey: [buildUrl(peopleCountsRoute, {}), "home"],
    queryFn: async ({ signal }): Promise<Partial<PeopleCounts>> =>
      (await call(peopleCountsRoute, { signal })).counts,
    enabled: initial !== undefined,
    ...(initial && { initialData: initial, initialDataUpdatedAt: fetchedAt }),
    refetchInterval: POLL_MS,
  });
  return data;
}

/** Smaller numbers don't impress anyone. */
const MIN_COUNT = { users: 50, levels: 50, clears: 100, playing: 5 } as const;

/** The city in numbers on one line, without those that are small. Keeps its height while it has none. */
function PeopleLine({ counts }: { counts: Record<(typeof COUNTS)[number], number> | undefined }) {
  const shown = COUNTS.filter((key) => counts && counts[key] >= MIN_COUNT[key]);
  return (
    <ul className={styles.counts} aria-label={homeText.counts}>
      {counts &&
        shown.map((key) => (
          <li key={key} className={cx(key === "playing" && styles.playing)}>
            <b>
              <CompactNumber value={counts[key]} />
            </b>{" "}
            {homeText[key]}
          </li>
        ))}
    </ul>
  );
}

export default function VisitorPage() {
  useTitle(undefined);
  const home = useQuery({ ...queryFor(homeRoute, {}), refetchInterval: 30_000 });
  const stage = home.data?.stage;
  const people = usePeopleCounts(home.data?.counts, home.dataUpdatedAt);
  return (
    <>
      <Hero starters={home.data?.starters ?? []} look={home.data?.hero_look ?? "d"} />
      <div className={cx(page.page, styles.page)}>
        {home.isError ? (
          <QueryError query={home} />
        ) : (
          <>
            <PeopleLine counts={home.data && { ...home.data.counts, ...people }} />
            {stage && <EventSlot event={stage} onEnd={() => void home.refetch()} />}
            <EventsStrip events={home.data?.events.filter(({ id }) => id !== stage?.id)} />
            <LevelCarousel levels={home.data?.featured} eager />
            <RankedLevels levels={home.data?.popular} />
            <SmallLevels levels={home.data?.newest} />
          </>
        )}
      </div>
    </>
  );
}
