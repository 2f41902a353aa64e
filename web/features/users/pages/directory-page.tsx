import { RotateCcw } from "lucide-react";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";
import { useNavigate, useSearchParams } from "react-router";
import {
  type DirectoryView,
  MAX_DIRECTORY_PAGES,
  readDirectoryView,
  writeDirectoryView,
} from "#domain/users/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { JoinButton } from "#web/components/play/join-button.tsx";
import { KEEP_SCROLL } from "#web/lib/keep-scroll.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import lists from "#web/ui/list.module.css";
import { Grid, Page, Section } from "#web/ui/page.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "../directory.module.css";
import { DirectoryStats } from "../directory-stats.tsx";
import { type ListedUser, useDirectory, usePeopleCounts } from "../queries.ts";
import { directoryText, usersText } from "../text/users.ts";

const urlFor = (view: DirectoryView) => `?${writeDirectoryView(view)}`;

function useDirectoryView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // Optimistic: the choice shows before the navigation finishes.
  const [view, show] = useOptimistic(useMemo(() => readDirectoryView(query), [query]));
  /** `replace` adds no history entry, for example while typing a search. */
  const choose = useCallback(
    (choice: Partial<DirectoryView>, replace = false) => {
      const next = {
        ...readDirectoryView(new URLSearchParams(window.location.search)),
        ...("pages" in choice ? {} : { pages: 1 }),
        ...choice,
      };
      startTransition(() => {
        show(next);
        // Showing more adds no history entry: Back leaves the list.
        navigate(urlFor(next), "pages" in choice ? { replace: true, state: KEEP_SCROLL } : { replace });
      });
    },
    [show, navigate],
  );
  return { view, choose };
}

/** Three columns on wide screens. */
const CARD = { min: 340, minPhone: 260 } as const;

function Users({ users }: { users: readonly ListedUser[] }) {
  return (
    <Grid {...CARD} className="lazy-rows">
      {users.map((user) => (
        <PersonCard
          key={user.id}
          person={user}
          bubble={<LivePresenceBubble user={user} />}
          line={<LivePresenceText user={user} fallback={usersText.spirit(user.level)} />}
          more={user.bio}
          action={<JoinButton person={user} size="s" />}
        />
      ))}
    </Grid>
  );
}

export default function DirectoryPage() {
  const { view, choose } = useDirectoryView();
  const list = useDirectory(view);
  const counts = usePeopleCounts(list.first, list.dataUpdatedAt);
  const { users, first, isShort } = list;
  const active = first?.active ?? [];
  const others = users.filter(({ id }) => !active.some((person) => person.id === id));
  // Showing more raises the page count in the URL, which triggers the fetch. A failed page, or one past the URL's limit, is fetched directly.
  const showMore = () =>
    isShort || view.pages >= MAX_DIRECTORY_PAGES ? list.fetchNextPage() : choose({ pages: view.pages + 1 });
  return (
    <Page title={directoryText.title}>
      <DirectoryStats counts={counts} active={view.filter} onFilter={(filter) => choose({ filter })} />
      <div className={lists.search}>
        <SearchBox
          label={directoryText.search}
          value={view.search}
          onSearch={(search, more) => choose({ search }, more)}
        />
      </div>
      {active.length > 0 && (
        <Section heading={directoryText.active}>
          <Users users={active} />
        </Section>
      )}
      <h2 className={active.length > 0 ? undefined : "sr-only"}>{directoryText.people}</h2>
      {list.isPending && <PeopleSkeleton count={12} card={CARD} text={directoryText.loading} />}
      <QueryError query={list} />
      {others.length > 0 && <Users users={others} />}
      {first && users.length === 0 && (
        <EmptyState
          title={view.search ? directoryText.noResults : directoryText.noUsers}
          text={view.search ? directoryText.noneCalled(view.search) : directoryText.emptyFilter[view.filter]}
          pose="shrug"
        >
          <Button variant="primary" icon={RotateCcw} onClick={() => choose({ search: "", filter: "" })}>
            {directoryText.showAll}
          </Button>
        </EmptyState>
      )}
      {list.isFetchNextPageError && <Banner>{list.error?.message}</Banner>}
      {list.hasMore && (
        <Button className={styles.more} busy={list.isFetchingNextPage} onClick={showMore}>
          {directoryText.showMore}
        </Button>
      )}
    </Page>
  );
}
