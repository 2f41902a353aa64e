import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OpenCase, PastAct } from "#domain/moderation/api.ts";
import { type Account, accountRoute, userHistoryRoute } from "#domain/staff/api.ts";
import { ResponseError } from "#web/lib/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { staffUsersText as text } from "#web/text/staff-users.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { AccountActs, type AccountActsProps } from "./account-acts.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { Standing } from "./look-up-screen.tsx";
import { Traces } from "./traces.tsx";
import styles from "./users.module.css";

function Bones() {
  return (
    <Waiting text={text.loadingAccount} className={styles.bones}>
      <Card className={styles.head}>
        <Skeleton width={96} height={96} />
        <div className={styles.names}>
          <Skeleton width={200} height={34} />
          <Skeleton width={320} height={44} />
        </div>
      </Card>
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </Waiting>
  );
}

function Head({ account, ...acts }: AccountActsProps) {
  const { user } = account;
  return (
    <Card className={styles.head}>
      <Headshot src={user.bopi.headshot_url} username={user.username} size={96} decorative />
      <div className={styles.names}>
        <div className={styles.title}>
          <h1>
            <UserName user={user} />
          </h1>
          <Standing of={{ role: account.role, banned: account.banned !== null }} />
        </div>
        <AccountActs account={account} {...acts} />
      </div>
    </Card>
  );
}

const banWords = ({ until, reason }: NonNullable<Account["banned"]>) =>
  `${until ? text.bannedUntil(exactDate(until)) : text.bannedForEver} ${text.reason(reason)}`;

export interface AccountScreenProps extends Pick<AccountActsProps, "onBan" | "onGrant" | "onRenamed"> {
  username: string;
  nav: ReactNode;
  /** How the open cases about them and their past are shown. */
  openCases: (cases: OpenCase[]) => ReactNode;
  history: (past: PastAct[]) => ReactNode;
  /** What stands here where there is no such account. */
  missing: ReactNode;
}

/** An account as staff may know it. */
export function AccountScreen({ username, nav, openCases, history, missing, ...acts }: AccountScreenProps) {
  const params = { username };
  // A look is written down: it is not taken again for no more than coming back to the window.
  const account = useQuery({ ...queryFor(accountRoute, { params }), refetchOnWindowFocus: false });
  const past = useQuery(queryFor(userHistoryRoute, { params }));
  const found = account.data?.account;
  if (account.error instanceof ResponseError && account.error.status === 404) return missing;
  const onChanged = () => {
    void account.refetch();
    void past.refetch();
  };
  return (
    <Page title={username} heading={null}>
      {nav}
      {account.isPending && <Bones />}
      {account.isError && (
        <ErrorState error={account.error} onRetry={() => account.refetch()} busy={account.isFetching} />
      )}
      {found && (
        <>
          <Head account={found} {...acts} onChanged={onChanged} />
          {found.banned && <Banner tone="notice">{banWords(found.banned)}</Banner>}
          {past.data && openCases(past.data.open_cases)}
          <AccountFacts account={found} />
          {past.data && history(past.data.data)}
          <Traces traces={found.traces} />
          <p className={styles.muted}>{text.noted}</p>
        </>
      )}
    </Page>
  );
}
