import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ThreadCard } from "#domain/forums/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { formatCompact } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import { forumsText } from "./text/forums.ts";
import { ThreadBadges } from "./thread-badges.tsx";
import styles from "./thread-list-item.module.css";

export function UnreadLink({ thread: { unread, title } }: { thread: Pick<ThreadCard, "unread" | "title"> }) {
  if (!unread) return null;
  return (
    <Link className={styles.unread} to={unread.url} aria-label={forumsText.unreadLong(unread.count, title)}>
      {forumsText.unread(unread.count)}
    </Link>
  );
}

function LastReply({ thread: { last_reply } }: { thread: ThreadCard }) {
  if (!last_reply) return <p className={styles.last}>{forumsText.noReplies}</p>;
  const { user, url, created_at } = last_reply;
  return (
    <Link className={styles.last} to={url}>
      <Headshot user={user} size={32} decorative />
      <span className={styles.lastText}>
        <span className="sr-only">{forumsText.lastReply}</span>
        <span className={styles.name}>
          <UserName user={user} badge={false} />
        </span>
        <RelativeTime value={created_at} />
      </span>
    </Link>
  );
}

export function ThreadListItem({ thread, action }: { thread: ThreadCard; action?: ReactNode }) {
  const { user, title, url, replies_count, unread, pinned } = thread;
  return (
    <article className={cx(styles.row, unread && styles.new, pinned && styles.pinned)}>
      <Headshot user={user} size={48} decorative />
      <div className={styles.about}>
        <h2 className={cx(styles.title, link.whole)} dir="auto">
          <Link to={url}>{title}</Link>
        </h2>
        <p className={styles.facts}>
          <ThreadBadges thread={thread} />
          <span>
            {forumsText.by}
            <UserName user={user} /> · <RelativeTime value={thread.created_at} />
          </span>
        </p>
      </div>
      <div className={styles.count}>
        <UnreadLink thread={thread} />
        <span className={styles.replies}>
          <MessageCircle aria-hidden />
          <span aria-hidden>{formatCompact(replies_count)}</span>
          <span className="sr-only">{forumsText.replies(replies_count)}</span>
        </span>
      </div>
      <LastReply thread={thread} />
      {action && <div className={styles.action}>{action}</div>}
    </article>
  );
}

export const ThreadListItemSkeleton = () => (
  <div className={styles.row}>
    <Skeleton width={48} height={48} />
    <div className={styles.about}>
      <Skeleton width="70%" height={22} />
      <Skeleton width="40%" />
    </div>
    <div className={styles.count}>
      <Skeleton width={48} />
    </div>
    <div className={styles.last}>
      <Skeleton width={120} height={32} />
    </div>
  </div>
);
