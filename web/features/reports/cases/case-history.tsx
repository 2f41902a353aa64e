import type { CaseDetails, HistoryEntry } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

function HistoryItem({ entry }: { entry: HistoryEntry }) {
  const { kind, reason, until, active, staff, case_id, created_at } = entry;
  const isBan = kind === "ban";
  return (
    <li className={styles.row}>
      <div className={styles.sender}>
        <Badge {...(active && isBan && { tone: "accent" as const })}>
          {text.past[kind]}
          {isBan && ` ${until ? text.until(formatDateTime(until)) : text.forEver}`}
        </Badge>
        {isBan && !active && <span className={styles.muted}>{text.over}</span>}
        <span className={styles.muted}>
          <RelativeTime value={created_at} />
        </span>
        {staff && (
          <span className={styles.staff}>
            {text.byStaff} <Person person={staff} size={0} />
          </span>
        )}
        {case_id !== null && <TextLink to={`/staff/reports/${case_id}`}>{text.seeCase(case_id)}</TextLink>}
      </div>
      {reason && (
        <Truncate>
          <p className={styles.quote}>{reason}</p>
        </Truncate>
      )}
    </li>
  );
}

export function CaseHistory({ history }: { history: CaseDetails["history"] }) {
  return (
    <Section heading={text.history}>
      {history.length === 0 ? (
        <p className={styles.muted}>{text.noHistory}</p>
      ) : (
        <ul className={styles.rows}>
          {history.map((entry) => (
            <HistoryItem
              key={`${entry.kind} ${entry.created_at} ${entry.case_id} ${entry.reason}`}
              entry={entry}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
