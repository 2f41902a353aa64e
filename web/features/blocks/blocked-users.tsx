import { useQuery } from "@tanstack/react-query";
import { RotateCcw, UserCheck } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { type ListView, readListView, writeListView } from "#domain/api/list-view.ts";
import { blockListRoute } from "#domain/blocks/api.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import lists from "#web/ui/list.module.css";
import { Grid } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { QueryError } from "#web/ui/states.tsx";
import styles from "./blocks.module.css";
import { blocksText as text } from "./text.ts";
import { useUnblock } from "./use-block.ts";

const CARD = { min: 300, minPhone: 260 } as const;

const hrefOf = (view: ListView) => `?${writeListView(view)}`;

function NoBlockedUsers({ view, total }: { view: ListView; total: number }) {
  const { search } = view;
  if (total > 0) {
    return <PastEnd title={text.noUsers} to={hrefOf({ search, page: 1 })} />;
  }
  if (!search)
    return (
      <EmptyState
        title={text.noUsers}
        text={text.noneBlocked}
        pose="cheer"
        noAction="There is no one to block from here"
      />
    );
  return (
    <EmptyState title={text.noResults} text={text.noneCalled(search)} pose="shrug">
      <LinkButton variant="primary" icon={RotateCcw} to="?">
        {text.showAll}
      </LinkButton>
    </EmptyState>
  );
}

function BlockedUserCard({ person }: { person: PresentUserCard }) {
  const unblock = useUnblock();
  return (
    <PersonCard
      person={person}
      bubble={<LivePresenceBubble user={person} />}
      line={<LivePresenceText user={person} fallback={text.spirit(person.level)} />}
      actions={
        <Button
          size="s"
          icon={UserCheck}
          aria-label={text.unblockOf(person.username)}
          busy={unblock.busy}
          onClick={() => unblock.run(person)}
        >
          {text.unblock}
        </Button>
      }
    />
  );
}

const useBlockedUsers = (view: ListView) => useQuery(listQueryFor(blockListRoute, { input: view }));

export function BlockedHeading() {
  const [query] = useSearchParams();
  const view = readListView(query);
  // The number of all of them, not of those that a search finds.
  const { data } = useBlockedUsers(view.search ? { search: "", page: 1 } : view);
  return (
    <span className={styles.title}>
      {text.title}
      {data && (
        <span className={styles.total}>
          <CompactNumber value={data.meta.total} />
        </span>
      )}
    </span>
  );
}

export function BlockedUsers() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = readListView(query);
  const list = useBlockedUsers(view);
  const { data: people, meta } = list.data ?? {};
  return (
    <>
      <p className={styles.intro}>{text.intro}</p>
      <div className={lists.search}>
        <SearchBox
          label={text.search}
          value={view.search}
          onSearch={(search, more) => navigate(hrefOf({ search, page: 1 }), { replace: more })}
        />
      </div>
      <QueryError query={list} />
      {list.isPending && <PeopleSkeleton count={6} card={CARD} text={text.loading} />}
      {people && people.length > 0 && (
        <Grid
          {...CARD}
          className={list.isPlaceholderData ? lists.stale : undefined}
          aria-busy={list.isPlaceholderData}
        >
          {people.map((person) => (
            <BlockedUserCard key={person.id} person={person} />
          ))}
        </Grid>
      )}
      {meta && people?.length === 0 && <NoBlockedUsers view={view} total={meta.total} />}
      <Pagination page={view.page} meta={meta} hrefOf={(page) => hrefOf({ ...view, page })} />
    </>
  );
}
