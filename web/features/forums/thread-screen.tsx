import { House, Megaphone, MessageCircle } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import type { Reply, Thread } from "#domain/forums/api.ts";
import { useInSight } from "#web/lib/painted.ts";
import { forumsText } from "#web/text/forums.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Missing } from "#web/ui/missing.tsx";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { anchorOf, useArrival } from "./arrival.ts";
import { ForumPage } from "./forum-page.tsx";
import { Post } from "./post.tsx";
import { lastPosition, useFirstUnread, useReading } from "./reading.ts";
import styles from "./thread.module.css";
import { ThreadEnd, ThreadNotices } from "./thread-end.tsx";
import { ThreadActs, ThreadLead, wayTo } from "./thread-head.tsx";
import { NonePage, pageAddress } from "./thread-list.tsx";
import { type ThreadPage, useThreadPage } from "./thread-query.ts";
import { ThreadSkeleton } from "./thread-skeleton.tsx";

/** Posts in sight without scrolling on most screens. */
const IN_SIGHT = 4;

const history = latePart(() => import("./compose/history.tsx"));

/** The menus that other parts of the site put on a thread's page. */
export interface ThreadSlots {
  threadMenu: (thread: Thread) => ReactNode;
  replyMenu: (reply: Reply, thread: Thread) => ReactNode;
}

export function MissingThread() {
  return (
    <Missing title={forumsText.missingTitle} text={forumsText.missing}>
      <LinkButton variant="primary" icon={Megaphone} to="/forums">
        {forumsText.toForums}
      </LinkButton>
      <LinkButton icon={House} to="/">
        {forumsText.home}
      </LinkButton>
    </Missing>
  );
}

interface RepliesProps {
  page: ThreadPage;
  slots: ThreadSlots;
  /** The anchor that the address leads to. */
  anchor: string;
  firstUnread: number | null;
  onHistory: (reply: Reply) => void;
}

function Replies({
  page: { thread, data, embeds, meta },
  slots,
  anchor,
  firstUnread,
  onHistory,
}: RepliesProps) {
  const { opening } = thread;
  // Where the address leads to a reply, all are there at once: it is one of them.
  const drawn = useInSight(data, anchor ? data.length : IN_SIGHT);
  const post = (one: Reply, menu: ReactNode) => (
    <Post
      post={one}
      thread={thread}
      embeds={embeds}
      marked={anchor === anchorOf(one.id)}
      menu={menu}
      onHistory={() => onHistory(one)}
    />
  );
  return (
    <>
      {opening && post(opening, null)}
      <h2 className={styles.count}>{forumsText.replies(thread.replies_count)}</h2>
      {data.length > 0 && (
        <ol className={styles.list}>
          {drawn.map((one) => (
            <Fragment key={one.id}>
              {one.position === firstUnread && (
                <li className={styles.since}>
                  <span>{forumsText.newSince}</span>
                </li>
              )}
              <li>{post(one, slots.replyMenu(one, thread))}</li>
            </Fragment>
          ))}
        </ol>
      )}
      {meta.total === 0 && (
        <EmptyState
          icon={MessageCircle}
          title={forumsText.noRepliesYet}
          text={thread.can_reply ? forumsText.noRepliesText : undefined}
        />
      )}
      {data.length === 0 && meta.total > 0 && <NonePage />}
    </>
  );
}

/** A thread: what it began with, a page of what was said to it, and where to join in. */
export function ThreadScreen({ slots }: { slots: ThreadSlots }) {
  const page = useThreadPage();
  const [edited, setEdited] = useState<Reply | null>(null);
  const { data, isReady, news } = page;
  const thread = data?.thread;
  const anchor = useArrival(isReady);
  const firstUnread = useFirstUnread(thread);
  useReading(isReady && thread?.unread ? thread.id : undefined, lastPosition(data?.data ?? []));

  if (page.isMissing) return <MissingThread />;
  if (!data || !thread) {
    return page.isError ? (
      <ForumPage title={forumsText.thread}>
        <ErrorState error={page.error} onRetry={() => page.refetch()} busy={page.isFetching} />
      </ForumPage>
    ) : (
      <ThreadSkeleton />
    );
  }
  const { current_page, last_page } = data.meta;
  const pages = { page: current_page, lastPage: last_page, hrefOf: pageAddress };
  return (
    <ForumPage
      title={thread.title}
      way={wayTo(thread)}
      lead={<ThreadLead thread={thread} />}
      actions={<ThreadActs thread={thread} menu={slots.threadMenu(thread)} />}
    >
      <ThreadNotices thread={thread} />
      <Pagination {...pages} label={forumsText.pagesAbove} />
      <div
        className={cx(styles.posts, page.isPlaceholderData && styles.stale)}
        aria-busy={page.isPlaceholderData}
      >
        <Replies
          page={data}
          slots={slots}
          anchor={anchor}
          firstUnread={firstUnread}
          onHistory={setEdited}
          key={`${thread.id} ${current_page}`}
        />
      </div>
      <p className="sr-only" role="status">
        {news.arrived > 0 && forumsText.arrived(news.arrived)}
      </p>
      {news.hasNewer && (
        <Banner
          tone="notice"
          action={
            <LinkButton size="s" to={pageAddress(last_page)}>
              {forumsText.goNewer}
            </LinkButton>
          }
        >
          {forumsText.newer}
        </Banner>
      )}
      <Pagination {...pages} label={forumsText.pagesBelow} />
      <ThreadEnd thread={thread} />
      {edited && (
        <OnDemand
          part={history}
          props={{
            reply: edited,
            title: edited.position === 0 ? thread.title : undefined,
            onClose: () => setEdited(null),
          }}
        />
      )}
    </ForumPage>
  );
}
