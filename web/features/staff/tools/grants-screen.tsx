import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { grantListRoute } from "#domain/staff/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Page, Section } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { AuditList, AuditSkeleton } from "../audit/audit-list.tsx";
import { grantsText as text } from "../text/grants.ts";
import { Picker } from "./picker.tsx";
import styles from "./tools.module.css";

export interface GrantsScreenProps {
  nav: ReactNode;
  /** Opens the grant modal. */
  onGrant: (person: { username: string }) => void;
}

/** The page to grant coins, XP and items, with the latest grants. */
export function GrantsScreen({ nav, onGrant }: GrantsScreenProps) {
  const list = useQuery(queryFor(grantListRoute, {}));
  const grants = list.data?.data;
  return (
    <Page title={text.title}>
      {nav}
      <p className={styles.muted}>{text.intro}</p>
      <Picker kind="users" label={text.who} actionLabel={text.give} onPick={onGrant} />
      <Section heading={text.latest}>
        {list.isPending && <AuditSkeleton />}
        {list.isError && (
          <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
        )}
        {grants?.length === 0 && (
          <EmptyState
            title={text.none}
            text={text.noneText}
            art={<PosedBopi pose="sit" />}
            noAction="The search for a member is above"
          />
        )}
        {grants && grants.length > 0 && <AuditList entries={grants} />}
      </Section>
    </Page>
  );
}
