import { useQuery } from "@tanstack/react-query";
import { levelListRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { isMemberFilter, isOrderOffered, showsFeatured } from "#domain/levels/rules.ts";
import { FEATURED_INPUT, type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { useUser } from "#web/lib/user.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "../browser.module.css";
import { BrowserControls, BrowserShortcuts } from "../browser-controls.tsx";
import { LevelGrid, LevelGridSkeleton } from "../level-grid.tsx";
import { NoLevels, SignInForFilter } from "../no-levels.tsx";
import { levelsText } from "../text/levels.ts";

const PLACEHOLDERS = ["a", "b", "c", "d", "e"];
/** Cards visible without scrolling the carousel. */
const EAGER = 5;

/** Returns the featured levels. Fetched once per page load. */
const useFeaturedLevels = (isShown: boolean) =>
  useQuery({
    ...queryFor(levelListRoute, { input: FEATURED_INPUT }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: isShown,
  });

/** The carousel above the unfiltered list. Hidden when no level is featured. */
function FeaturedLevels({ levels }: { levels: readonly LevelCardData[] | undefined }) {
  if (levels?.length === 0) return null;
  return (
    <Section
      heading={levelsText.featured}
      actions={<MoreLink to="/levels?filter=featured" label={levelsText.allFeatured} />}
    >
      <Carousel label={levelsText.featured}>
        {levels
          ? levels.map((level, index) => <LevelCard key={level.id} level={level} eager={index < EAGER} />)
          : PLACEHOLDERS.map((key) => <LevelCardSkeleton key={key} />)}
      </Carousel>
    </Section>
  );
}

const BROWSER: UrlState<LevelView> = {
  read: readLevelView,
  write: writeLevelView,
  /** Every change but the order returns to the first page. */
  applyChoice(view, choice) {
    const keepsPage = Object.keys(choice).every((key) => key === "order" || key === "page");
    const next = { ...view, ...(!keepsPage && { page: 1 }), ...choice };
    return isOrderOffered(next.order, next.filter) ? next : { ...next, order: "playing_count" };
  },
};

/** The level browser's state, read from the URL. */
const useLevelView = () => useUrlState(BROWSER);

function headingOf({ search, category, filter }: LevelView): string {
  if (search) return levelsText.resultsFor(search);
  if (category) return levelCategoriesText[category];
  return filter ? levelsText.filters[filter] : levelsText.all;
}

type List = ReturnType<typeof useLevelList>;

const useLevelList = (view: LevelView, enabled: boolean) =>
  useQuery({ ...listQueryFor(levelListRoute, { input: view }), enabled });

interface ResultsProps extends Pick<ReturnType<typeof useLevelView>, "view" | "hrefOf"> {
  list: List;
}

function Results({ list, view, hrefOf }: ResultsProps) {
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!list.data) return <LevelGridSkeleton />;
  const { data, meta } = list.data;
  if (data.length === 0) return <NoLevels view={view} total={meta.total} />;
  return (
    <>
      <LevelGrid levels={data} stale={list.isPlaceholderData} />
      <Pagination
        page={list.isPlaceholderData ? view.page : meta.current_page}
        lastPage={meta.last_page}
        hrefOf={(page) => hrefOf({ page })}
      />
    </>
  );
}

/** The level browser. Its state is in the URL. */
export default function BrowserPage() {
  const { view, choose, hrefOf } = useLevelView();
  const user = useUser();
  const needsSignIn = !user && isMemberFilter(view.filter);
  const list = useLevelList(view, !needsSignIn);
  const hasFeatured = showsFeatured({ ...view, failed: list.isError });
  const featured = useFeaturedLevels(hasFeatured);
  return (
    <Page title={levelsText.title} actions={<BrowserShortcuts />}>
      <div className={styles.browser}>
        <BrowserControls view={view} choose={choose} />
        {hasFeatured && !featured.isError && <FeaturedLevels levels={featured.data?.data} />}
        <Section
          heading={headingOf(view)}
          actions={
            <p className={styles.fetched} role="status">
              {list.data && !needsSignIn && !list.isError && levelsText.fetched(list.data.meta.total)}
              {list.isPending && !needsSignIn && <Skeleton width={140} height={20} />}
            </p>
          }
        >
          {needsSignIn ? (
            <SignInForFilter filter={view.filter} />
          ) : (
            <Results list={list} view={view} hrefOf={hrefOf} />
          )}
        </Section>
      </div>
    </Page>
  );
}
