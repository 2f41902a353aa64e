import { useQuery } from "@tanstack/react-query";
import { levelListRoute } from "#domain/levels/api.ts";
import { isMemberFilter, showsFeatured } from "#domain/levels/rules.ts";
import type { LevelView } from "#domain/levels/view.ts";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { listQueryFor } from "#web/lib/query.ts";
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
