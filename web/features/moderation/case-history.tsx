import type { CaseDetails, PastAct } from "#domain/moderation/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Badge } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Section } from "#web/ui/page.tsx";
import { Person } from "#web/ui/person.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./case.module.css";

function Past({ act }: { act: PastAct }) {
  const { kind, reason, until, active, staff, case_id, created_at } = act;
  const isBan = kind === "ban";
  return (
    <li className={styles.row}>
      <div className={styles.sender}>
        <Badge {...(active && isBan && { tone: "accent" as const })}>
          {text.past[kind]}
          {isBan && ` ${until ? text.until(exactDate(until)) : text.forEver}`}
        </Badge>
        {isBan && !active && <span className={styles.muted}>{text.over}</span>}
        <span className={styles.muted}>
          <Time value={created_at} />
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
          <p className={styles.said}>{reason}</p>
        </Truncate>
      )}
    </li>
  );
}

/** What moderators should know of the person: warnings, bans, other cases. */
export function CaseHistory({ history }: { history: CaseDetails["history"] }) {
  return (
    <Section heading={text.history}>
      {history.length === 0 ? (
        <p className={styles.muted}>{text.noHistory}</p>
      ) : (
        <ul className={styles.rows}>
          {history.map((act) => (
            <Past key={`${act.kind} ${act.created_at} ${act.case_id} ${act.reason}`} act={act} />
          ))}
        </ul>
      )}
    </Section>
  );
}
