import { useQuery } from "@tanstack/react-query";
import { flaggedRunsRoute } from "#domain/clears/api.ts";
import { Queue } from "#web/components/queue.tsx";
import {
  FlaggedRunItem,
  FlaggedRunSkeleton,
  implausibleClearsText,
} from "#web/features/clears/flagged-run-item.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { Page } from "#web/ui/page.tsx";
import { StaffNav } from "../staff-nav.tsx";

export default function StaffClearsPage() {
  const page = usePage();
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
