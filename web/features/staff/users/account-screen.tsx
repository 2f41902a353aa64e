import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HistoryEntry, OpenCase } from "#domain/moderation/api.ts";
import { accountRoute, type StaffAccount, userHistoryRoute } from "#domain/staff/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import { AccountActions, type AccountActionsProps } from "./account-actions.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { AccountBadges } from "./look-up-screen.tsx";
import { Traces } from "./traces.tsx";
import styles from "./users.module.css";

function AccountSkeleton() {
  return (
    <LoadingRegion text={text.loadingAccount} className={styles.skeleton}>
      <Card className={styles.header}>
        <Skeleton width={96} height={96} />
        <div className={styles.names}>
          <Skeleton width={200} height={34} />
          <Skeleton width={320} height={44} />
        </div>
      </Card>
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </LoadingRegion>
  );
}

function AccountHeader({ account, ...actions }: AccountActionsProps) {
  const { user } = account;
  return (
    <Card className={styles.header}>
      <Headshot user={user} size={96} decorative />
      <div className={styles.names}>
        <div className={styles.title}>
          <h1>
            <UserName user={user} />
          </h1>
          <AccountBadges account={{ role: account.role, banned: account.banned !== null }} />
        </div>
        <AccountActions account={account} {...actions} />
      </div>
    </Card>
  );
}

const banText = ({ until, reason }: NonNullable<StaffAccount["banned"]>) =>
  `${until ? text.bannedUntil(formatDateTime(until)) : text.bannedForEver} ${text.reason(reason)}`;

export interface AccountScreenProps extends Pick<AccountActionsProps, "onBan" | "onGrant" | "onRenamed"> {
  username: string;
  nav: ReactNode;
  /** Render the open cases and the record of the user. */
  openCases: (cases: OpenCase[]) => ReactNode;
  history: (past: HistoryEntry[]) => ReactNode;
  /** Rendered if the account doesn't exist. */
  missing: ReactNode;
}

/** An account, with everything staff can see about it. */
export function AccountScreen({
  username,
  nav,
  openCases,
  history,
  missing,
  ...actions
}: AccountScreenProps) {
  const params = { username };
  // Each view is logged, so a window focus must not refetch.
  const account = useQuery({ ...queryFor(accountRoute, { params }), refetchOnWindowFocus: false });
  const past = useQuery(queryFor(userHistoryRoute, { params }));
  const loaded = account.data?.account;
  if (isNotFound(account.error)) return missing;
  const onChanged = () => {
    void account.refetch();
    void past.refetch();
  };
  return (
    <Page title={username} heading={null}>
      {nav}
      {account.isPending && <AccountSkeleton />}
      {account.isError && (
        <ErrorState error={account.error} onRetry={() => account.refetch()} busy={account.isFetching} />
      )}
      {loaded && (
        <>
          <AccountHeader account={loaded} {...actions} onChanged={onChanged} />
          {loaded.banned && <Banner tone="notice">{banText(loaded.banned)}</Banner>}
          {past.data && openCases(past.data.open_cases)}
          <AccountFacts account={loaded} />
          {past.data && history(past.data.data)}
          <Traces traces={loaded.traces} />
          <p className={styles.muted}>{text.viewLogged}</p>
        </>
      )}
    </Page>
  );
}
