import { useQuery } from "@tanstack/react-query";
import { Footprints, UserRound, Users } from "lucide-react";
import { useLocation, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { FOLLOW_TABS, type FollowTab, followListRoute } from "#domain/follows/api.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { useLast } from "#web/lib/last.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import lists from "#web/ui/list.module.css";
import { Grid, Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { followsText as text } from "../text.ts";

const ICONS = { followers: Users, following: Footprints } as const;
const CARD = { min: 300, minPhone: 260 } as const;

const pathOf = (username: string, tab: FollowTab) => `/users/${username}/${tab}`;
function NoOne({ username, tab, total }: { username: string; tab: FollowTab; total: number }) {
  if (total > 0) {
    return <PastEnd title={text.noneTitle} />;
  }
  return (
    <EmptyState title={text.noneTitle} text={text.none[tab](username)} pose="shrug">
      <LinkButton variant="primary" icon={UserRound} to={`/users/${username}`}>
        {text.toProfile(username)}
      </LinkButton>
    </EmptyState>
  );
}

export default function FollowsPage() {
  const { username: requestedName = "" } = useParams();
  const { pathname } = useLocation();
  const tab = FOLLOW_TABS.find((id) => pathname.endsWith(`/${id}`)) ?? "followers";
  const page = usePage();
  const isValidName = isValidParam("username", requestedName);
  const list = useQuery({
    ...listQueryFor(followListRoute, {
      params: { username: requestedName, followTab: tab },
      input: { page },
    }),
    enabled: isValidName,
  });
  const head = useLast(requestedName, list.data);
  if (!isValidName || isNotFound(list.error)) return <MissingUser />;
  const stale = list.isPlaceholderData;
  const { data: people, meta } = list.data ?? {};
  const username = head?.user.username ?? requestedName;
  return (
    <Page
      title={text.title[tab](username)}
      actions={
        <TextLink standalone to={`/users/${username}`}>
          {text.profile}
        </TextLink>
      }
    >
      <TabLinks
        label={text.tabsLabel}
        tabs={FOLLOW_TABS.map((id) => ({
          to: pathOf(username, id),
          label: text.tabs[id],
          icon: ICONS[id],
          count: head?.counts[id],
          active: id === tab,
        }))}
      />
      <h2 className="sr-only">{text.tabs[tab]}</h2>
      <QueryError query={list} />
      {list.isPending && <PeopleSkeleton count={9} card={CARD} text={text.loading} />}
      {people && people.length > 0 && (
        <Grid {...CARD} className={cx(lists.fading, stale && lists.stale)} aria-busy={stale}>
          {people.map((person) => (
            <PersonCard
              key={person.id}
              person={person}
              bubble={<LivePresenceBubble user={person} />}
              line={<LivePresenceText user={person} fallback={text.spirit(person.level)} />}
            />
          ))}
        </Grid>
      )}
      {meta && people?.length === 0 && <NoOne username={username} tab={tab} total={meta.total} />}
      <Pagination page={page} meta={meta} />
    </Page>
  );
}
