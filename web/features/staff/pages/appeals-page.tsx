import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { appealQueueRoute } from "#domain/moderation/api.ts";
import { APPEAL_STATES } from "#domain/moderation/types.ts";
import { type AppealView, readAppealView, writeAppealView } from "#domain/moderation/view.ts";
import { Queue } from "#web/components/queue.tsx";
import { AppealItem, AppealSkeleton } from "#web/features/appeals/appeal-item.tsx";
import { appealsText as text } from "#web/features/appeals/text.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StaffNav } from "../staff-nav.tsx";

const urlFor = (view: AppealView) => writeAppealView(view) || "?";

export default function StaffAppealsPage() {
  const [query] = useSearchParams();
  const view = readAppealView(query);
  const list = useQuery(listQueryFor(appealQueueRoute, { input: view }));
  return (
    <Page title={text.title}>
      <StaffNav />
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
