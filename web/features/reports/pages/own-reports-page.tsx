import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, Clock, Eye, type LucideIcon, ShieldCheck } from "lucide-react";
import { type OwnReport, ownReportsRoute } from "#domain/reports/api.ts";
import { Queue } from "#web/components/queue.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "../own-reports.module.css";
import { kindName, ownReportsText, reasonName, ownReportsText as text } from "../text/reports.ts";

const ICONS: Record<OwnReport["state"], LucideIcon> = {
  waiting: Clock,
  looking: Eye,
  acted: CircleCheck,
  dismissed: CircleMinus,
};

function OwnReportItem({ report }: { report: OwnReport }) {
  const { type, name, url, reason, details, state, created_at, decided_at } = report;
  const [label, sentence] = ownReportsText.states[state];
  const Icon = ICONS[state];
  return (
    <Card>
      <article className={styles.report}>
        <div className={styles.header}>
          <span className={styles.kind}>
            {kindName(type)} · {reasonName(reason)}
          </span>
          <Badge {...(state === "acted" && { tone: "accent" as const })}>
            <Icon aria-hidden />
            {label}
          </Badge>
        </div>
        <h2 className={styles.name} dir="auto">
          <TextLink standalone plain to={url}>
            {name}
          </TextLink>
        </h2>
        <p>{sentence}</p>
        {details && (
          <Truncate>
            <p className={styles.quote}>
              {ownReportsText.yourDetails}: <bdi>{details}</bdi>
            </p>
          </Truncate>
        )}
        <p className={styles.when}>
          {ownReportsText.sent} <RelativeTime value={created_at} />
          {decided_at && (
            <>
              {" · "}
              {ownReportsText.decided} <RelativeTime value={decided_at} />
            </>
          )}
        </p>
      </article>
    </Card>
  );
}

export default function OwnReportsPage() {
  const page = usePage();
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
        skeleton={
          <Card>
            <div className={styles.report}>
              <Skeleton width={180} height={22} />
              <Skeleton width="60%" height={26} />
              <Skeleton width="80%" height={22} />
              <Skeleton width={140} height={20} />
            </div>
          </Card>
        }
      />
    </Page>
  );
}
