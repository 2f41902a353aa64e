import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { asideRunsRoute } from "#domain/clears/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { implausibleClearsText as text } from "#web/text/implausible-clears.ts";
import { Page } from "#web/ui/page.tsx";
import { Queue } from "#web/ui/queue.tsx";
import { AsideItem, AsideSkeleton } from "./aside-item.tsx";

/** Clears that were faster than is possible, for staff to decide about; `nav` leads to the other staff pages. */
export function AsideScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...queryFor(asideRunsRoute, { input: { page } }),
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
        item={(run) => <AsideItem run={run} />}
        bone={<AsideSkeleton />}
      />
    </Page>
  );
}
