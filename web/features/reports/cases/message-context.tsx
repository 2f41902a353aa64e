import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { Badge } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

/** The reported message, or the lines of a reported user, highlighted among those around. */
export function MessageContext({ label, messages }: { label: string; messages: EvidenceCopy["messages"] }) {
  return (
    <ol className={styles.messages} aria-label={label}>
      {messages.map(({ id, user, body, reported, created_at }) => (
        <li key={id} className={cx(styles.message, reported && styles.reported)}>
          <div className={styles.author}>
            <Headshot user={user} size={24} decorative />
            <span>
              <UserName user={user} badge={false} />
            </span>
            <span className={styles.muted}>
              <RelativeTime value={created_at} />
            </span>
            {reported && <Badge tone="accent">{text.reported}</Badge>}
          </div>
          <p className={styles.quote}>{body}</p>
        </li>
      ))}
    </ol>
  );
}
