import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { readListView, writeListView } from "#domain/api/list-view.ts";
import { LIMITS } from "#domain/limits.ts";
import { accountLookupRoute } from "#domain/staff/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import { AccountBadges } from "../users/account-badges.tsx";
import styles from "../users/users.module.css";

const CARD = { min: 340, minPhone: 260 } as const;

export default function StaffUsersPage() {
  const isAdmin = useUser()?.role === "admin";
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { search } = readListView(query);
  const list = useQuery(listQueryFor(accountLookupRoute, { input: { search } }));
  const accounts = list.data?.data;
  const label = isAdmin ? text.searchAdmin : text.search;
  const heading = search ? text.found(accounts?.length ?? 0) : text.newest;
  return (
    <Page title={text.title}>
      <StaffNav />
      <SearchBox
        label={label}
        value={search}
        onSearch={(term, replace) => navigate(`?${writeListView({ search: term, page: 1 })}`, { replace })}
      />
      {list.isPending && <PeopleSkeleton count={6} card={CARD} text={text.loading} />}
      <QueryError query={list} always />
      {accounts && accounts.length > 0 && (
        <>
          <h2 className={styles.heading}>{heading}</h2>
          <div className={styles.people}>
            {accounts.map((account) => (
              <PersonCard
                key={account.user.id}
                person={{ ...account.user, url: `/staff/users/${account.user.username}` }}
                bubble={null}
                line={
                  <>
                    {text.joined} <RelativeTime value={account.created_at} />
                  </>
                }
                more={!account.verified && text.unverified}
                action={<AccountBadges account={account} />}
              />
            ))}
          </div>
          {search && accounts.length >= LIMITS.pageSize.lookUp && <p className={styles.muted}>{text.many}</p>}
        </>
      )}
      {accounts?.length === 0 && (
        <EmptyState title={text.none} text={text.noneText(search)} pose="shrug">
          <LinkButton variant="primary" icon={RotateCcw} to="?">
            {text.all}
          </LinkButton>
        </EmptyState>
      )}
    </Page>
  );
}
