import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { flaggedRunsRoute } from "#domain/clears/api.ts";
import { Queue } from "#web/components/queue.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { FlaggedRunItem, FlaggedRunSkeleton } from "./flagged-run-item.tsx";
import { implausibleClearsText as text } from "./text/implausible-clears.ts";

/** Staff page of runs that were faster than possible. `nav` links to the other staff pages. */
export function FlaggedRunsScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...queryFor(flaggedRunsRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={text.title}>
      {nav}
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total}
        item={(run) => <FlaggedRunItem run={run} />}
        skeleton={<FlaggedRunSkeleton />}
      />
    </Page>
  );
}
