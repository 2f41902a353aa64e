import { CircleCheck, CircleMinus, Clock, Eye, type LucideIcon } from "lucide-react";
import type { OwnReport } from "#domain/reports/api.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./own-reports.module.css";
import { kindName, ownReportsText, reasonName } from "./text/reports.ts";

const ICONS: Record<OwnReport["state"], LucideIcon> = {
  waiting: Clock,
  looking: Eye,
  acted: CircleCheck,
  dismissed: CircleMinus,
};

/** One of the user's reports: its subject, reason and state. */
export function OwnReportItem({ report }: { report: OwnReport }) {
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

/** The placeholder of a report. */
export function OwnReportSkeleton() {
  return (
    <Card>
      <div className={styles.report}>
        <Skeleton width={180} height={22} />
        <Skeleton width="60%" height={26} />
        <Skeleton width="80%" height={22} />
        <Skeleton width={140} height={20} />
      </div>
    </Card>
  );
}
