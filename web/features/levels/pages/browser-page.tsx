import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Dices, FolderHeart, LogIn, Plus, RotateCcw, Star } from "lucide-react";
import { useLocation } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import {
  isMemberFilter,
  isOrderOffered,
  LEVEL_CATEGORIES,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  type LevelFilter,
  PUBLIC_FILTERS,
  SORTING_FILTERS,
  showsFeatured,
} from "#domain/levels/rules.ts";
import { FEATURED_INPUT, type LevelView, readLevelView, writeLevelView } from "#domain/levels/view.ts";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { LevelCard, LevelCardSkeleton } from "#web/components/levels/level-card.tsx";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { randomLevelUrl } from "../absolute-url.ts";
import styles from "../browser.module.css";
import { LevelGrid, LevelGridSkeleton } from "../level-grid.tsx";
import { levelsText } from "../text/levels.ts";

function BrowserShortcuts() {
  const user = useUser();
  return (
    <>
      <LinkButton to={randomLevelUrl()} icon={Dices} className={styles.shortcut}>
        <span>{levelsText.random}</span>
      </LinkButton>
      <LinkButton variant="quiet" to="/events" icon={CalendarDays} className={styles.shortcut}>
        <span>{levelsText.events}</span>
      </LinkButton>
      <LinkButton variant="quiet" to="/ratings" icon={Star} className={styles.ratings}>
        {levelsText.ratings}
      </LinkButton>
      {user && (
        <>
          <LinkButton to={`/users/${user.username}/levels`} icon={FolderHeart} className={styles.shortcut}>
            <span>{levelsText.yours}</span>
          </LinkButton>
          <LinkButton to="/build/new" icon={Plus} variant="primary" className={styles.shortcut}>
            <span>{levelsText.create}</span>
          </LinkButton>
        </>
      )}
    </>
  );
}

const options = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

function filtersFor(isMember: boolean, chosen: LevelFilter): readonly LevelFilter[] {
  const offered: readonly LevelFilter[] = isMember ? LEVEL_FILTERS : PUBLIC_FILTERS;
  // A visitor who follows a member's link sees the filter from the URL and is prompted to sign in.
  return offered.includes(chosen) ? offered : [...offered, chosen];
}

interface ControlsProps {
  view: LevelView;
  choose: (choice: Partial<LevelView>, replace?: boolean) => void;
}

function BrowserControls({ view, choose }: ControlsProps) {
  const user = useUser();
  const { category, order, filter } = view;
  const filters = filtersFor(user !== null, filter);
  const sorting = SORTING_FILTERS.find((value) => value === filter);
  const orders = LEVEL_ORDERS.filter((value) => isOrderOffered(value, filter));
  return (
    <div className={styles.controls}>
      <div className={styles.search}>
        <SearchBox
          label={levelsText.searchLabel}
          placeholder={levelsText.searchPlaceholder}
          value={view.search}
          onSearch={(search, more) => choose({ search }, more)}
        />
      </div>
      <Select
        label={levelsText.category}
        options={options(LEVEL_CATEGORIES, levelCategoriesText)}
        value={category}
        onChange={(next) => choose({ category: next })}
      />
      <Select
        label={levelsText.order}
        options={options(orders, levelsText.orders)}
        value={order}
        disabled={sorting !== undefined}
        hint={sorting && levelsText.sortedBy[sorting]}
        onChange={(next) => choose({ order: next })}
      />
      <Select
        label={levelsText.filter}
        options={options(filters, levelsText.filters)}
        value={filter}
        onChange={(next) => choose({ filter: next })}
      />
      <div className={styles.private}>
        <Checkbox
          label={levelsText.showPrivate}
          hint={user ? undefined : levelsText.privateHint}
          disabled={!user}
          checked={view.showPrivateLevels}
          onChange={(showPrivateLevels) => choose({ showPrivateLevels })}
        />
      </div>
    </div>
  );
}

const HINTS: Partial<Record<LevelFilter, string>> = {
  favorited: levelsText.noneFavorites,
  playedByBuddies: levelsText.noneBuddies,
};

function NoLevels({ view, total }: { view: LevelView; total: number }) {
  const pastEnd = view.page > 1 && total > 0;
  const touched = writeLevelView({ ...view, page: 1 }).toString() !== "";
  const untouchedHint = touched ? levelsText.noneNarrow : levelsText.noneAtAll;
  return (
    <EmptyState
      title={levelsText.none}
      text={pastEnd ? levelsText.noneHere : (HINTS[view.filter] ?? untouchedHint)}
      pose="shrug"
    >
      {pastEnd ? (
        <FirstPageLink to={`?${writeLevelView({ ...view, page: 1 })}`} />
      ) : (
        <LinkButton
          variant="primary"
          icon={touched ? RotateCcw : Plus}
          to={touched ? "/levels" : "/build/new"}
        >
          {touched ? levelsText.startOver : levelsText.create}
        </LinkButton>
      )}
      <LinkButton icon={Dices} to={randomLevelUrl()}>
        {levelsText.tryRandom}
      </LinkButton>
    </EmptyState>
  );
}

function SignInForFilter({ filter }: { filter: LevelFilter }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={levelsText.signInForFilterTitle(levelsText.filters[filter])}
      text={levelsText.signInForFilter}
      pose="sit"
    >
      <LinkButton variant="primary" icon={LogIn} to={signInUrl(pathname + search)}>
        {levelsText.signIn}
      </LinkButton>
      <LinkButton icon={RotateCcw} to="/levels">
        {levelsText.startOver}
      </LinkButton>
    </EmptyState>
  );
}
const EAGER = 5;

function FeaturedLevels({ levels }: { levels: readonly LevelCardData[] | undefined }) {
  if (levels?.length === 0) return null;
  return (
    <Section
      heading={levelsText.featured}
      actions={<MoreLink to="/levels?filter=featured" label={levelsText.allFeatured} />}
    >
      <Carousel label={levelsText.featured}>
        {levels ? (
          levels.map((level, index) => <LevelCard key={level.id} level={level} eager={index < EAGER} />)
        ) : (
          <Repeat times={5}>
            <LevelCardSkeleton />
          </Repeat>
        )}
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

function headingOf({ search, category, filter }: LevelView): string {
  if (search) return levelsText.resultsFor(search);
  if (category) return levelCategoriesText[category];
  return filter ? levelsText.filters[filter] : levelsText.all;
}

interface ResultsProps {
  list: UseQueryResult<OutputOf<typeof levelListRoute>>;
  view: LevelView;
  hrefOf: (choice: Partial<LevelView>) => string;
}

function Results({ list, view, hrefOf }: ResultsProps) {
  if (list.isError) return <QueryError query={list} always />;
  if (!list.data) return <LevelGridSkeleton />;
  const { data, meta } = list.data;
  if (data.length === 0) return <NoLevels view={view} total={meta.total} />;
  return (
    <>
      <LevelGrid levels={data} stale={list.isPlaceholderData} />
      <Pagination
        page={list.isPlaceholderData ? view.page : meta.current_page}
        meta={meta}
        hrefOf={(page) => hrefOf({ page })}
      />
    </>
  );
}

export default function BrowserPage() {
  const { view, choose, hrefOf } = useUrlState(BROWSER);
  const user = useUser();
  const needsSignIn = !user && isMemberFilter(view.filter);
  const list = useQuery({ ...listQueryFor(levelListRoute, { input: view }), enabled: !needsSignIn });
  const hasFeatured = showsFeatured({ ...view, failed: list.isError });
  const featured = useQuery({
    ...queryFor(levelListRoute, { input: FEATURED_INPUT }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: hasFeatured,
  });
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
