import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { levelListRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { isMemberFilter, showsFeatured } from "#domain/levels/rules.ts";
import type { LevelView } from "#domain/levels/view.ts";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "../browser.module.css";
import { BrowserControls, BrowserShortcuts } from "../browser-controls.tsx";
import { FeaturedLevels, useFeaturedLevels } from "../featured-levels.tsx";
import { LevelGrid, LevelGridSkeleton } from "../level-grid.tsx";
import { NoLevels, SignInForFilter } from "../no-levels.tsx";
import { levelsText } from "../text/levels.ts";
import { useLevelView } from "../use-level-view.ts";

const headingOf = ({ search, category }: LevelView) =>
  search ? levelsText.resultsFor(search) : category ? levelCategoriesText[category] : levelsText.all;

type List = ReturnType<typeof useLevelList>;

const useLevelList = (view: LevelView, enabled: boolean) =>
  useQuery({ ...queryFor(levelListRoute, { input: view }), placeholderData: keepPreviousData, enabled });

interface ResultsProps extends Pick<ReturnType<typeof useLevelView>, "view" | "hrefOf"> {
  list: List;
  /** The carousel's levels, which the list below leaves out. */
  featured: readonly LevelCardData[] | undefined;
  /** Whether the carousel is still loading. */
  isWaiting: boolean;
}

function Results({ list, featured, isWaiting, view, hrefOf }: ResultsProps) {
  if (list.isError)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!list.data || isWaiting) return <LevelGridSkeleton />;
  const { data, meta } = list.data;
  if (data.length === 0 && !list.isPlaceholderData) return <NoLevels view={view} total={meta.total} />;
  const others = data.filter(({ id }) => !featured?.some((shown) => shown.id === id));
  return (
    <>
      <LevelGrid levels={others.length > 0 ? others : data} stale={list.isPlaceholderData} />
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
  const featuredLevels = hasFeatured ? featured.data?.data : undefined;
  return (
    <Page title={levelsText.title} actions={<BrowserShortcuts />}>
      <div className={styles.browser}>
        <BrowserControls view={view} choose={choose} />
        {hasFeatured && !featured.isError && <FeaturedLevels levels={featuredLevels} />}
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
            <Results
              list={list}
              featured={featuredLevels}
              isWaiting={hasFeatured && featured.isPending}
              view={view}
              hrefOf={hrefOf}
            />
          )}
        </Section>
      </div>
    </Page>
  );
}
