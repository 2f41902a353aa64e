import { useQuery } from "@tanstack/react-query";
import { homeRoute } from "#domain/home/api.ts";
import { type PeopleCounts, peopleCountsRoute } from "#domain/presence/api.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useTitle } from "#web/lib/title.ts";
import { homeText } from "#web/text/home.ts";
import { cx } from "#web/ui/cx.ts";
import { Num } from "#web/ui/facts.tsx";
import page from "#web/ui/page.module.css";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { EventsStrip } from "./events-strip.tsx";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";
import { LevelCarousel, LevelRow } from "./level-rows.tsx";

const COUNTS = ["users", "levels", "clears", "playing"] as const;

/** How often the page looks how many are here. */
const LOOK_MS = 5_000;

/** How many there are and play, every few seconds; to begin with, as the page's answer said. */
function usePeopleNow(initial: Partial<PeopleCounts> | undefined, at: number) {
  const { data } = useQuery({
    queryKey: ["people now"],
    queryFn: async ({ signal }): Promise<Partial<PeopleCounts>> =>
      (await call(peopleCountsRoute, { signal })).counts,
    enabled: initial !== undefined,
    ...(initial && { initialData: initial, initialDataUpdatedAt: at }),
    refetchInterval: LOOK_MS,
  });
  return data;
}

/** The front page for people who are not signed in: the world in five seconds. */
export default function VisitorPage() {
  useTitle(undefined);
  const home = useQuery({ ...queryFor(homeRoute, {}), refetchInterval: 30_000 });
  const people = usePeopleNow(home.data?.counts, home.dataUpdatedAt);
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
                        <Num value={{ ...home.data.counts, ...people }[key]} />
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
            <LevelRow
              heading={homeText.popular}
              levels={home.data?.popular}
              more={{ to: "/levels", label: homeText.allPopular }}
            />
            <LevelRow
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
