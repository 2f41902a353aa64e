import { useQuery } from "@tanstack/react-query";
import { grantListRoute } from "#domain/staff/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import type { Target } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { Page, Section } from "#web/ui/page.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { AuditList, AuditSkeleton } from "../audit/audit-list.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { Picker } from "../tools/picker.tsx";
import styles from "../tools/tools.module.css";
import { useInvalidateOnClose } from "./invalidate-on-close.ts";

const grantsText = {
  title: "Grants",
  intro:
    "Give someone coins, XP or items, or take coins away. Each grant needs a reason and is in the audit log.",
  who: "User",
  give: (username: string) => `Grant to ${username}`,
  latest: "Latest grants",
  none: "No grants yet",
  noneText: "Search for a user above to start.",
} as const;

const GRANTS: readonly Target[] = ["/api/staff/grants"];

export default function StaffGrantsPage() {
  const grant = useGrantModal();
  useInvalidateOnClose(Boolean(grant.modal), GRANTS);
  const list = useQuery(queryFor(grantListRoute, {}));
  const grants = list.data?.data;
  return (
    <Page title={grantsText.title}>
      <StaffNav />
      <p className={styles.muted}>{grantsText.intro}</p>
      <Picker kind="users" label={grantsText.who} actionLabel={grantsText.give} onPick={grant.open} />
      <Section heading={grantsText.latest}>
        {list.isPending && <AuditSkeleton />}
        <QueryError query={list} always />
        {grants?.length === 0 && (
          <EmptyState
            title={grantsText.none}
            text={grantsText.noneText}
            pose="sit"
            noAction="The search for a member is above"
          />
        )}
        {grants && grants.length > 0 && <AuditList entries={grants} />}
      </Section>
      {grant.modal}
    </Page>
  );
}
