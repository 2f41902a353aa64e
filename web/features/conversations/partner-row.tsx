import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { formatBadgeCount } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./chat.module.css";
import { chatText } from "./text.ts";

export interface PartnerRowProps {
  user: PresentUserCard;
  to: string;
  open: boolean;
  block: boolean;
  /** To the right of the name. */
  time?: ReactNode;
  /** Below the name. */
  line: ReactNode;
  unread?: number;
}

/** A row for a user to chat with: a conversation or a search result. */
export function PartnerRow({ user, to, open, block, time, line, unread = 0 }: PartnerRowProps) {
  return (
    <li>
      <Link
        to={to}
        className={cx(styles.person, block && styles.dimmed, unread > 0 && styles.unread)}
        aria-current={open ? "true" : undefined}
      >
        <WithBubble bubble={<LivePresenceBubble user={user} />}>
          <Headshot user={user} size={48} decorative />
        </WithBubble>
        <span className={styles.about}>
          <span className={styles.name}>
            <strong>
              <UserName user={user} />
            </strong>
            <span className={styles.time}>{time}</span>
          </span>
          <span className={styles.line}>
            <span className={styles.preview} dir="auto">
              {line}
            </span>
            {block && <Ban aria-label={chatText.blocked} />}
            {unread > 0 && (
              <span className={styles.badge}>
                <span aria-hidden>{formatBadgeCount(unread)}</span>
                <span className="sr-only">{chatText.unread(unread)}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

const PLACEHOLDERS = Array.from({ length: 6 }, (_, i) => i);

/** Six placeholder rows (spec 2 §9). */
export function PartnerRowSkeletons({ label }: { label: string }) {
  return (
    <LoadingRegion text={label}>
      {PLACEHOLDERS.map((index) => (
        <div key={index} className={styles.person} aria-hidden>
          <Skeleton width={48} height={48} />
          <span className={styles.about}>
            <Skeleton width={`${45 + ((index * 17) % 30)}%`} height={16} />
            <Skeleton width={`${60 + ((index * 13) % 35)}%`} height={14} />
          </span>
        </div>
      ))}
    </LoadingRegion>
  );
}
