import type { CaseDetails } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { caseText as text } from "../text/case.ts";
import { reasonName } from "../text/reports.ts";
import styles from "./case.module.css";

interface CaseReportsProps {
  reports: CaseDetails["reports"];
  /** Total number of reports; fewer can be listed. */
  count: number;
}

/** The reports of the case: reporter, reason and details. */
export function CaseReports({ reports, count }: CaseReportsProps) {
  return (
    <Section heading={text.reportsHeading(count)}>
      {count > reports.length && <p className={styles.muted}>{text.reportsMost}</p>}
      <ul className={styles.rows}>
        {reports.map(({ id, user, reason, details, created_at }) => (
          <li key={id} className={styles.row}>
            <div className={styles.sender}>
              <Person person={user} />
              <Badge>{reasonName(reason)}</Badge>
              <span className={styles.muted}>
                <RelativeTime value={created_at} />
              </span>
            </div>
            {details ? (
              <Truncate>
                <p className={styles.quote}>{details}</p>
              </Truncate>
            ) : (
              <p className={styles.muted}>{text.noDetails}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
