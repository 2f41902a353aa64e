import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { reportQueueRoute } from "#domain/moderation/api.ts";
import { ask } from "#web/lib/query.ts";
import { moderationText as text } from "#web/text/moderation.ts";
import { Page } from "#web/ui/page.tsx";
import { Queue } from "#web/ui/queue.tsx";
import { ReportItem, ReportSkeleton } from "./report-item.tsx";

/** What moderators have to look at, the oldest first; `nav` leads to the other staff pages. */
export function ReportsScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...ask(reportQueueRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={text.title} width="middle">
      {nav}
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={(total) => `${text.total(total)}. ${text.oldest}`}
        item={(report) => <ReportItem report={report} />}
        bone={<ReportSkeleton />}
      />
    </Page>
  );
}
