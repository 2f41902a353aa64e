import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { reportQueueRoute } from "#domain/moderation/api.ts";
import { ask } from "#web/lib/query.ts";
import { moderationText as text } from "#web/text/moderation.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { ReportItem, ReportSkeletons } from "./report-item.tsx";
import styles from "./reports.module.css";

const addressOf = (page: number) => (page > 1 ? `?page=${page}` : "?");

function None({ total }: { total: number }) {
  if (total === 0) return <EmptyState title={text.none} text={text.noneText} art={<Bopi mood="happy" />} />;
  return (
    <EmptyState title={text.nonePage} text={text.nonePageText} art={<Bopi mood="wow" />}>
      <LinkButton variant="primary" icon={RotateCcw} to="?">
        {text.firstPage}
      </LinkButton>
    </EmptyState>
  );
}

/** What moderators have to look at, the oldest first; `nav` leads to the other staff pages. */
export function ReportsScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...ask(reportQueueRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  const reports = list.data?.data;
  const meta = list.data?.meta;
  return (
    <Page title={text.title} width="middle">
      {nav}
      {!list.isError && (
        <p className={styles.total} role="status">
          {meta && meta.total > 0 && `${text.total(meta.total)}. ${text.oldest}`}
        </p>
      )}
      {list.isError && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <ReportSkeletons />}
      {reports && reports.length > 0 && (
        <ul className={styles.list} aria-busy={list.isPlaceholderData}>
          {reports.map((report) => (
            <li key={report.id}>
              <ReportItem report={report} />
            </li>
          ))}
        </ul>
      )}
      {meta && reports?.length === 0 && <None total={meta.total} />}
      {meta && <Pagination page={page} lastPage={meta.last_page} hrefOf={addressOf} />}
    </Page>
  );
}
