import { useQuery } from "@tanstack/react-query";
import { ChevronsLeft, History } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router";
import { auditRoute } from "#domain/staff/api.ts";
import { readAuditView, writeAuditView } from "#domain/staff/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "../audit/audit.module.css";
import { AuditFilters } from "../audit/audit-filters.tsx";
import { AuditList, AuditSkeleton } from "../audit/audit-list.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { auditText as text } from "../text/audit.ts";

/** Returns the cursor of the next page from its URL, or "". */
const nextCursor = (next: string | null | undefined): string =>
  next ? (new URLSearchParams(next.split("?")[1]).get("before") ?? "") : "";

/** The audit log. Its filters are in the URL. */
export default function StaffAuditPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = readAuditView(query);
  const log = useQuery(listQueryFor(auditRoute, { input: view }));
  const entries = log.data?.data;
  const before = nextCursor(log.data?.links.next);
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.intro}>{text.intro}</p>
      <AuditFilters
        view={view}
        onChoose={(next, replace) => navigate(writeAuditView(next), { replace, preventScrollReset: true })}
      />
      {log.isPending && <AuditSkeleton />}
      {log.isError && <ErrorState error={log.error} onRetry={() => log.refetch()} busy={log.isFetching} />}
      {entries && entries.length > 0 && <AuditList entries={entries} stale={log.isPlaceholderData} />}
      {entries?.length === 0 && (
        <EmptyState
          title={text.none}
          text={before ? text.noneYet : text.noneText}
          art={<PosedBopi pose="shrug" />}
          {...(before
            ? { noAction: "Older entries are a page further" }
            : { children: <LinkButton to="?">{text.clear}</LinkButton> })}
        />
      )}
      {(view.before || before) && (
        <div className={styles.pager}>
          {view.before && (
            <LinkButton icon={ChevronsLeft} to={writeAuditView({ ...view, before: "" })}>
              {text.newest}
            </LinkButton>
          )}
          {before && (
            <LinkButton icon={History} to={writeAuditView({ ...view, before })}>
              {entries?.length === 0 ? text.further : text.older}
            </LinkButton>
          )}
        </div>
      )}
    </Page>
  );
}
