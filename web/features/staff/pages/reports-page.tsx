import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { reportQueueRoute } from "#domain/moderation/api.ts";
import { CASE_ORDERS, CASE_STATES } from "#domain/moderation/types.ts";
import { type CaseView, readCaseView, withState, writeCaseView } from "#domain/moderation/view.ts";
import { REPORT_TYPES } from "#domain/reports/types.ts";
import { Queue } from "#web/components/queue.tsx";
import { CaseItem, CaseItemSkeleton } from "#web/features/reports/cases/case-item.tsx";
import styles from "#web/features/reports/cases/cases.module.css";
import { moderationText as text } from "#web/features/reports/text/moderation.ts";
import { reportsText } from "#web/features/reports/text/reports.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { Select } from "#web/ui/select.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StaffNav } from "../staff-nav.tsx";

const POLL_MS = 30_000;

const TYPES = [
  { value: "" as const, label: text.anyType },
  ...REPORT_TYPES.map((value) => ({ value, label: reportsText.kinds[value] })),
];
const ORDERS = CASE_ORDERS.map((value) => ({ value, label: text.orders[value] }));

/** Returns a queue's URL. `?` clears the query, where an empty string would keep it. */
const urlFor = (view: CaseView) => writeCaseView(view) || "?";

function QueueFilters({ view, total }: { view: CaseView; total: number | undefined }) {
  const navigate = useNavigate();
  const show = (change: Partial<CaseView>) => navigate(urlFor({ ...view, page: 1, ...change }));
  return (
    <>
      <TabLinks
        label={text.stateNav}
        tabs={CASE_STATES.map((state) => ({
          to: urlFor(withState(view, state)),
          label: text.states[state],
          active: state === view.state,
          count: state === view.state ? total : undefined,
        }))}
      />
      <div className={styles.filters}>
        <Select label={text.type} options={TYPES} value={view.type} onChange={(type) => show({ type })} />
        <Select
          label={text.order}
          options={ORDERS}
          value={view.order}
          onChange={(order) => show({ order })}
        />
      </div>
    </>
  );
}

export default function StaffReportsPage() {
  const [query] = useSearchParams();
  const view = readCaseView(query);
  const list = useQuery({
    ...listQueryFor(reportQueueRoute, { input: view }),
    refetchInterval: POLL_MS,
  });
  return (
    <Page title={text.title}>
      <StaffNav />
      <QueueFilters view={view} total={list.isPlaceholderData ? undefined : list.data?.meta.total} />
      <Queue
        list={list}
        page={view.page}
        text={text}
        totalOf={text.total[view.state]}
        item={(card) => <CaseItem card={card} view={view} />}
        skeleton={<CaseItemSkeleton />}
        hrefOf={(page) => urlFor({ ...view, page })}
      />
    </Page>
  );
}
