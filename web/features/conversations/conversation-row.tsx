import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { capped } from "#web/lib/format.ts";
import { UserBubble } from "#web/lib/live/presence.tsx";
import { chatText } from "#web/text/conversations.ts";
import { cx } from "#web/ui/cx.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { WithBubble } from "#web/ui/presence-bubble.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./chat.module.css";

export interface PersonRowProps {
  user: PresentUserCard;
  to: string;
  open: boolean;
  block: boolean;
  /** At the right end of the name. */
  when?: ReactNode;
  /** Under the name. */
  line: ReactNode;
  unread?: number;
}

/** Somebody one can write to: a conversation, or who was found. */
export function PersonRow({ user, to, open, block, when, line, unread = 0 }: PersonRowProps) {
  return (
    <li>
      <Link
        to={to}
        className={cx(styles.person, block && styles.dimmed, unread > 0 && styles.fresh)}
        aria-current={open ? "true" : undefined}
      >
        <WithBubble bubble={<UserBubble user={user} />}>
          <Headshot src={user.bopi.headshot_url} username={user.username} size={48} decorative />
        </WithBubble>
        <span className={styles.about}>
          <span className={styles.name}>
            <strong>
              <UserName user={user} />
            </strong>
            <span className={styles.when}>{when}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.preview}>{line}</span>
            {block && <Ban aria-label={chatText.blocked} />}
            {unread > 0 && (
              <span className={styles.badge}>
                <span aria-hidden>{capped(unread)}</span>
                <span className="sr-only">{chatText.unread(unread)}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

const BONES = Array.from({ length: 6 }, (_, i) => i);

/** Six rows to come (spec 2 §9). */
export function PersonRowSkeletons({ label }: { label: string }) {
  return (
    <Waiting text={label}>
      {BONES.map((bone) => (
        <div key={bone} className={styles.person} aria-hidden>
          <Skeleton width={48} height={48} />
          <span className={styles.about}>
            <Skeleton width={`${45 + ((bone * 17) % 30)}%`} height={16} />
            <Skeleton width={`${60 + ((bone * 13) % 35)}%`} height={14} />
          </span>
        </div>
      ))}
    </Waiting>
  );
}
