import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { Queue } from "#web/components/queue.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { OwnReportItem, OwnReportSkeleton } from "../own-report-item.tsx";
import styles from "../own-reports.module.css";
import { ownReportsText as text } from "../text/reports.ts";

/** The user's reports and their states. */
export default function OwnReportsPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery(listQueryFor(ownReportsRoute, { input: { page } }));
  return (
    <Page
      title={text.title}
      width="middle"
      actions={
        <LinkButton icon={ShieldCheck} to="/standing">
          {text.standing}
        </LinkButton>
      }
    >
      <p className={styles.intro}>{text.intro}</p>
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total}
        item={(report) => <OwnReportItem report={report} />}
        skeleton={<OwnReportSkeleton />}
      />
    </Page>
  );
}
