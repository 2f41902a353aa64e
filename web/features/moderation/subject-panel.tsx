import { FolderSearch } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { caseText as text } from "#web/text/cases.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Person } from "#web/ui/person.tsx";
import styles from "./case.module.css";

/** Whose it is, and how they stand. */
export function SubjectPanel({ one: { user, subject } }: { one: CaseDetails }) {
  const { banned, warnings_count, created_at } = subject;
  return (
    <Card className={styles.panel}>
      <h2>{text.person}</h2>
      <Person person={user} size={48} />
      <p className={styles.muted}>
        {text.joined} <Time value={created_at} />
      </p>
      <div className={styles.badges}>
        <Badge {...(warnings_count > 0 && { tone: "accent" as const })}>
          {text.warnings(warnings_count)}
        </Badge>
        <Badge {...(banned && { tone: "accent" as const })}>
          {banned
            ? banned.until
              ? text.bannedUntil(exactDate(banned.until))
              : text.bannedForEver
            : text.notBanned}
        </Badge>
      </div>
      <LinkButton icon={FolderSearch} to={`/staff/users/${user.username}`}>
        {text.file}
      </LinkButton>
    </Card>
  );
}
