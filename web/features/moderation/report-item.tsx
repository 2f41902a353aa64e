import { Eye } from "lucide-react";
import type { CaseCard } from "#domain/moderation/api.ts";
import { moderationText as text } from "#web/text/moderation.ts";
import { reportsText } from "#web/text/reports.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Person } from "#web/ui/person.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./reports.module.css";

/** A reason that this page's code doesn't know is shown as it is. */
const reasonOf = (reason: string): string =>
  (reportsText.reasons as Record<string, readonly [label: string, hint: string]>)[reason]?.[0] ?? reason;

/** One report: what of, why, by whom, and the way there. */
export function ReportItem({ report }: { report: CaseCard }) {
  const reporter = report.user;
  const kind = reportsText.kinds[report.type];
  return (
    <Card className={styles.report}>
      <article className={styles.words}>
        <h2 className={styles.what}>{text.kind(kind, reasonOf(report.reason))}</h2>
        <div className={styles.by}>
          {text.by} <Person person={reporter} /> <Time value={report.created_at} />
        </div>
      </article>
      <LinkButton icon={Eye} to={report.url} aria-label={text.lookAt(kind, reporter.username)}>
        {text.look}
      </LinkButton>
    </Card>
  );
}

/** A report to come. */
export function ReportSkeleton() {
  return (
    <Card className={styles.report}>
      <div className={styles.words}>
        <Skeleton width={220} height={26} />
        <Skeleton width={260} height={28} />
        <SkeletonText lines={2} />
      </div>
    </Card>
  );
}
