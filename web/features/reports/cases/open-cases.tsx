import type { OpenCase } from "#domain/moderation/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Section } from "#web/ui/page.tsx";
import { caseText } from "../text/case.ts";
import { moderationText } from "../text/moderation.ts";
import { kindName, reasonName } from "../text/reports.ts";
import styles from "./case.module.css";

export function OpenCases({ cases, heading }: { cases: readonly OpenCase[]; heading: string }) {
  if (cases.length === 0) return null;
  return (
    <Section heading={heading}>
      <ul className={styles.rows}>
        {cases.map(({ id, type, name, reason, reports_count }) => (
          <li key={id} className={styles.row}>
            <div className={styles.sender}>
              <TextLink className={styles.caseLink} to={`/staff/reports/${id}`}>
                {name || caseText.title(id)}
              </TextLink>
              <span className={styles.muted}>
                {kindName(type)} · {reasonName(reason)}
              </span>
              <Badge {...(reports_count > 1 && { tone: "accent" as const })}>
                {moderationText.reports(reports_count)}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
