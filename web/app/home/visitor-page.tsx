import { useQuery } from "@tanstack/react-query";
import { homeRoute } from "#domain/home/api.ts";
import { type PeopleCounts, peopleCountsRoute } from "#domain/presence/api.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useTitle } from "#web/lib/title.ts";
import { homeText } from "#web/text/home.ts";
import { cx } from "#web/ui/cx.ts";
import page from "#web/ui/page.module.css";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { EventsStrip } from "./events-strip.tsx";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";
import { LevelCarousel, LevelsRow } from "./level-rows.tsx";

const COUNTS = ["users", "levels", "clears", "playing"] as const;

/** How often the page updates its counts. */
const POLL_MS = 5_000;

/** Returns the numbers of users and players, updated every few seconds. Starts with the page's own response. */
function usePeopleCounts(initial: Partial<PeopleCounts> | undefined, fetchedAt: number) {
  const { data } = useQuery({
    queryKey: ["people now"],
    queryFn: async ({ signal }): Promise<Partial<PeopleCounts>> =>
      (await call(peopleCountsRoute, { signal })).counts,
    enabled: initial !== undefined,
    ...(initial && { initialData: initial, initialDataUpdatedAt: fetchedAt }),
    refetchInterval: POLL_MS,
  });
  return data;
}

/** The home page for visitors. */
export default function VisitorPage() {
  useTitle(undefined);
  const home = useQuery({ ...queryFor(homeRoute, {}), refetchInterval: 30_000 });
  const people = usePeopleCounts(home.data?.counts, home.dataUpdatedAt);
  return (
    <>
      <Hero />
      <div className={cx(page.page, styles.page)}>
        {home.isError ? (
          <ErrorState error={home.error} onRetry={() => home.refetch()} busy={home.isFetching} />
        ) : (
          <>
            <dl className={styles.counts} aria-label={homeText.counts}>
              {COUNTS.map((key) => (
                <div key={key} className={cx(styles.count, key === "playing" && styles.playing)}>
                  <dt className="sr-only">{homeText[key]}</dt>
                  <dd>
                    <span className={styles.number}>
                      {home.data ? (
                        <CompactNumber value={{ ...home.data.counts, ...people }[key]} />
                      ) : (
                        <Skeleton height={35} />
                      )}
                    </span>
                    <span className={styles.what} aria-hidden>
                      {homeText[key]}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
            <EventsStrip events={home.data?.events} />
            <LevelCarousel
              heading={homeText.featured}
              levels={home.data?.featured}
              more={{ to: "/levels?filter=featured", label: homeText.allFeatured }}
              eager
            />
            <LevelsRow
              heading={homeText.popular}
              levels={home.data?.popular}
              more={{ to: "/levels", label: homeText.allPopular }}
            />
            <LevelsRow
              heading={homeText.newest}
              levels={home.data?.newest}
              more={{ to: "/levels?order=newest", label: homeText.allNewest }}
            />
          </>
        )}
      </div>
    </>
  );
}
