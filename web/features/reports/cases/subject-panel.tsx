import { FolderSearch } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

/** The reported user, with their warnings and ban. */
export function SubjectPanel({ details: { user, subject } }: { details: CaseDetails }) {
  const { banned, warnings_count, created_at } = subject;
  return (
    <Card className={styles.panel}>
      <h2>{text.person}</h2>
      <Person person={user} size={48} />
      <p className={styles.muted}>
        {text.joined} <RelativeTime value={created_at} />
      </p>
      <div className={styles.badges}>
        <Badge {...(warnings_count > 0 && { tone: "accent" as const })}>
          {text.warnings(warnings_count)}
        </Badge>
        <Badge {...(banned && { tone: "accent" as const })}>
          {banned
            ? banned.until
              ? text.bannedUntil(formatDateTime(banned.until))
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
