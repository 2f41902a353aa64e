import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { appealQueueRoute } from "#domain/moderation/api.ts";
import { APPEAL_STATES } from "#domain/moderation/types.ts";
import { type AppealView, readAppealView, writeAppealView } from "#domain/moderation/view.ts";
import { Queue } from "#web/components/queue.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { AppealItem, AppealSkeleton } from "./appeal-item.tsx";
import { appealsText as text } from "./text.ts";

const urlFor = (view: AppealView) => writeAppealView(view) || "?";

/** The queue of appeals. Moderators can't decide about their own bans. `nav` links to the other staff pages. */
export function AppealsScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const view = readAppealView(query);
  const list = useQuery({
    ...queryFor(appealQueueRoute, { input: view }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={text.title}>
      {nav}
      <TabLinks
        label={text.stateNav}
        tabs={APPEAL_STATES.map((state) => ({
          to: urlFor({ state, page: 1 }),
          label: text.states[state],
          active: state === view.state,
          count: state === view.state && !list.isPlaceholderData ? list.data?.meta.total : undefined,
        }))}
      />
      <Queue
        list={list}
        page={view.page}
        text={text}
        totalOf={text.total[view.state]}
        item={(appeal) => <AppealItem appeal={appeal} />}
        skeleton={<AppealSkeleton />}
        hrefOf={(page) => urlFor({ ...view, page })}
      />
    </Page>
  );
}
