import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ThreadCard } from "#domain/forums/api.ts";
import { compact } from "#web/lib/format.ts";
import { forumsText } from "#web/text/forums.ts";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import link from "#web/ui/whole-link.module.css";
import { Marks } from "./marks.tsx";
import styles from "./thread-row.module.css";

/** How many replies are new to who reads, as the way to the first of them. */
export function Unread({ thread: { unread, title } }: { thread: Pick<ThreadCard, "unread" | "title"> }) {
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
      <Headshot src={user.bopi.headshot_url} username={user.username} size={32} decorative />
      <span className={styles.lastWords}>
        <span className="sr-only">{forumsText.lastReply}</span>
        <span className={styles.name}>
          <UserName user={user} badge={false} />
        </span>
        <Time value={created_at} />
      </span>
    </Link>
  );
}

export interface ThreadRowProps {
  thread: ThreadCard;
  /** Something to press at the row's end. */
  act?: ReactNode;
}

/** A thread in a list: what it is about, who began it, how much was said, and who spoke last. */
export function ThreadRow({ thread, act }: ThreadRowProps) {
  const { user, title, url, replies_count, unread, pinned } = thread;
  return (
    <article className={cx(styles.row, unread && styles.new, pinned && styles.pinned)}>
      <Headshot src={user.bopi.headshot_url} username={user.username} size={48} decorative />
      <div className={styles.about}>
        <h2 className={cx(styles.title, link.whole)}>
          <Link to={url}>{title}</Link>
        </h2>
        <p className={styles.facts}>
          <Marks thread={thread} />
          <span>
            {forumsText.by}
            <UserName user={user} /> · <Time value={thread.created_at} />
          </span>
        </p>
      </div>
      <div className={styles.count}>
        <Unread thread={thread} />
        <span className={styles.replies}>
          <MessageCircle aria-hidden />
          <span aria-hidden>{compact(replies_count)}</span>
          <span className="sr-only">{forumsText.replies(replies_count)}</span>
        </span>
      </div>
      <LastReply thread={thread} />
      {act && <div className={styles.act}>{act}</div>}
    </article>
  );
}

/** A thread to come. */
export const ThreadRowSkeleton = () => (
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
