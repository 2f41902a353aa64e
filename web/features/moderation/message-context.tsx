import type { EvidenceCopy } from "#domain/moderation/api.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Badge } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import styles from "./case.module.css";

/** A message among those before and after it; the reported one is marked. */
export function MessageContext({ messages }: { messages: EvidenceCopy["messages"] }) {
  return (
    <ol className={styles.messages} aria-label={text.messages}>
      {messages.map(({ id, user, body, reported, created_at }) => (
        <li key={id} className={cx(styles.message, reported && styles.reported)}>
          <div className={styles.speaker}>
            <Headshot src={user.bopi.headshot_url} username={user.username} size={24} decorative />
            <span>
              <UserName user={user} badge={false} />
            </span>
            <span className={styles.muted}>
              <Time value={created_at} />
            </span>
            {reported && <Badge tone="accent">{text.reported}</Badge>}
          </div>
          <p className={styles.said}>{body}</p>
        </li>
      ))}
    </ol>
  );
}
