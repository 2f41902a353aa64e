import { useQuery } from "@tanstack/react-query";
import {
  Clock,
  Ellipsis,
  Inbox,
  MessageCircle,
  RotateCcw,
  UserCheck,
  UserRound,
  Users,
  UserX,
} from "lucide-react";
import { useState } from "react";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import { type ListView, readListView, writeListView } from "#domain/api/list-view.ts";
import { isValidParam } from "#domain/api/params.ts";
import { buddyListRoute } from "#domain/buddies/api.ts";
import { BUDDY_TABS, type BuddyTab } from "#domain/buddies/rules.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { OwnerHead } from "#web/components/owner-head.tsx";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { JoinButton } from "#web/components/play/join-button.tsx";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import type { Action } from "#web/lib/action.ts";
import { isNotFound } from "#web/lib/api.ts";
import { useLast } from "#web/lib/last.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import lists from "#web/ui/list.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Grid, Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import styles from "../buddies.module.css";
import { RemoveBuddy } from "../remove-buddy.tsx";
import { buddiesText as text } from "../text.ts";
import { type BuddyAction, type BuddyPress, useBuddyAction } from "../use-buddy-action.ts";

interface BuddyCardActionsProps {
  person: PresentUserCard;
  tab: BuddyTab;
  busy: BuddyAction | null;
  onAction: (action: BuddyAction) => void;
  onRemove: () => void;
}

function BuddyCardActions({ person: { username }, tab, busy, onAction, onRemove }: BuddyCardActionsProps) {
  const buttonProps = (action: BuddyAction) => ({ busy: busy === action, onClick: () => onAction(action) });
  if (tab === "incoming") {
    return (
      <>
        <Button
          size="s"
          variant="primary"
          icon={UserCheck}
          aria-label={text.acceptOf(username)}
          {...buttonProps("accept")}
        >
          {text.accept}
        </Button>
        <Button size="s" icon={UserX} aria-label={text.declineOf(username)} {...buttonProps("delete")}>
          {text.decline}
        </Button>
      </>
    );
  }
  if (tab === "outgoing") {
    return (
      <Button size="s" icon={UserX} aria-label={text.cancelOf(username)} {...buttonProps("delete")}>
        {text.cancel}
      </Button>
    );
  }
  return (
    <>
      <LinkButton
        size="s"
        icon={MessageCircle}
        to={`/chat?user=${username}`}
        aria-label={text.messageTo(username)}
      >
        {text.message}
      </LinkButton>
      <Menu
        label={text.moreOf(username)}
        groups={[
          {
            id: "actions",
            items: [{ label: text.removeBuddy, icon: UserX, danger: true, onSelect: onRemove }],
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} icon={Ellipsis} label={text.moreOf(username)} className={styles.more} />
        )}
      />
    </>
  );
}

interface BuddiesEmptyProps {
  view: ListView;
  tab: BuddyTab;
  total: number;
  username: string;
  isOwn: boolean;
}

function BuddiesEmpty({ view, tab, total, username, isOwn }: BuddiesEmptyProps) {
  if (total > 0) {
    return (
      <PastEnd title={text.noUsers} to={view.search ? `?search=${encodeURIComponent(view.search)}` : "?"} />
    );
  }
  if (view.search) {
    return (
      <EmptyState title={text.noResults} text={text.noneCalled(view.search)} pose="shrug">
        <LinkButton variant="primary" icon={RotateCcw} to="?">
          {text.showAll}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={text.noUsers}
      text={isOwn ? text.none[tab] : text.noneOf(username)}
      pose={isOwn ? "sit" : "shrug"}
    >
      {isOwn ? (
        <LinkButton variant="primary" icon={Users} to="/users">
          {text.find}
        </LinkButton>
      ) : (
        <LinkButton variant="primary" icon={UserRound} to={`/users/${username}`}>
          {text.toProfile(username)}
        </LinkButton>
      )}
    </EmptyState>
  );
}

const ICONS = { buddies: Users, incoming: Inbox, outgoing: Clock } as const;
const CARD = { min: 300, minPhone: 260 } as const;

const pathOf = (username: string, tab: BuddyTab) =>
  `/users/${username}/buddies${tab === "buddies" ? "" : `/${tab}`}`;
const hrefOf = (view: ListView) => `?${writeListView(view)}`;

interface PeopleProps {
  people: readonly PresentUserCard[];
  stale: boolean;
  tab: BuddyTab;
  isOwn: boolean;
  buddies: Action<BuddyPress>;
}

function People({ people, stale, tab, isOwn, buddies }: PeopleProps) {
  const [removing, setRemoving] = useState<PresentUserCard | null>(null);
  const busyWith = (id: number): BuddyAction | null =>
    buddies.busyWith?.person.id === id ? buddies.busyWith.action : null;
  const close = () => setRemoving(null);
  return (
    <>
      <Grid {...CARD} className={cx(lists.fading, stale && lists.stale)} aria-busy={stale}>
        {people.map((person) => (
          <PersonCard
            key={person.id}
            person={person}
            bubble={<LivePresenceBubble user={person} />}
            line={<LivePresenceText user={person} fallback={text.spirit(person.level)} />}
            action={<JoinButton person={person} size="s" />}
            actions={
              isOwn && (
                <BuddyCardActions
                  person={person}
                  tab={tab}
                  busy={busyWith(person.id)}
                  onAction={(action) => void buddies.run({ person, action })}
                  onRemove={() => setRemoving(person)}
                />
              )
            }
          />
        ))}
      </Grid>
      <RemoveBuddy
        username={removing?.username ?? null}
        busy={buddies.busy}
        onConfirm={() => removing && buddies.run({ person: removing, action: "delete" }).then(close)}
        onClose={close}
      />
    </>
  );
}

export default function BuddiesPage() {
  const { username: requestedName = "", tab: tabParam = "buddies" } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const buddies = useBuddyAction();
  const view = readListView(query);
  const tab = BUDDY_TABS.find((id) => id === tabParam);
  const isOwn = user?.username.toLowerCase() === requestedName.toLowerCase();
  const isOpen = tab === "buddies" || isOwn;
  const isValidName = isValidParam("username", requestedName);
  const params = { username: requestedName, tab: tab ?? "buddies" };
  const list = useQuery({
    ...listQueryFor(buddyListRoute, { params, input: view }),
    enabled: isValidName && tab !== undefined && isOpen,
  });
  const head = useLast(requestedName.toLowerCase(), list.data);
  if (!isValidName || !tab || isNotFound(list.error)) return <MissingUser />;
  if (!isOpen) return <Navigate to={pathOf(requestedName, "buddies")} replace />;

  const { data: people, meta } = list.data ?? {};
  const username = head?.user.username ?? requestedName;
  return (
    <Page title={text.title(username)} heading={null}>
      {/* The heading with the number of buddies; on the user's own page the tabs show the counts. */}

      <OwnerHead title={text.title(username)}>
        {!isOwn && head?.counts && <span>{text.count(head?.counts.buddies)}</span>}
        <TextLink standalone to={`/users/${username}`}>
          {text.profile}
        </TextLink>
        {isOwn && (
          <TextLink standalone to="/blocks">
            {text.blocked}
          </TextLink>
        )}
      </OwnerHead>
      {isOwn && (
        <TabLinks
          label={text.tabsLabel}
          tabs={BUDDY_TABS.map((id) => ({
            to: pathOf(username, id),
            label: text.tabs[id],
            icon: ICONS[id],
            count: head?.counts?.[id],
            active: id === tab,
          }))}
        />
      )}

      {buddies.failure && <Banner onDismiss={buddies.dismiss}>{buddies.failure}</Banner>}
      <h2 className="sr-only">{text.tabs[tab]}</h2>
      <div className={lists.search}>
        <SearchBox
          label={text.search[tab]}
          value={view.search}
          onSearch={(search, more) => navigate(hrefOf({ search, page: 1 }), { replace: more })}
        />
      </div>
      <QueryError query={list} />
      {list.isPending && <PeopleSkeleton count={9} card={CARD} text={text.loading} />}
      {people && people.length > 0 && (
        <People people={people} stale={list.isPlaceholderData} tab={tab} isOwn={isOwn} buddies={buddies} />
      )}
      {meta && people?.length === 0 && (
        <BuddiesEmpty view={view} tab={tab} total={meta.total} username={username} isOwn={isOwn} />
      )}
      <Pagination page={view.page} meta={meta} hrefOf={(page) => hrefOf({ ...view, page })} />
    </Page>
  );
}
