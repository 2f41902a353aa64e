import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { flaggedRunsRoute } from "#domain/clears/api.ts";
import { Queue } from "#web/components/queue.tsx";
import {
  FlaggedRunItem,
  FlaggedRunSkeleton,
  implausibleClearsText,
} from "#web/features/clears/flagged-run-item.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { StaffNav } from "../staff-nav.tsx";

export default function StaffClearsPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery(listQueryFor(flaggedRunsRoute, { input: { page } }));
  return (
    <Page title={implausibleClearsText.title}>
      <StaffNav />
      <Queue
        list={list}
        page={page}
        text={implausibleClearsText}
        totalOf={implausibleClearsText.total}
        item={(run) => <FlaggedRunItem run={run} />}
        skeleton={<FlaggedRunSkeleton />}
      />
    </Page>
  );
}
