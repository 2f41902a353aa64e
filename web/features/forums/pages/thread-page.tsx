import { House, Megaphone } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import type { Reply } from "#domain/forums/api.ts";
import { Missing } from "#web/components/missing.tsx";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { ForumPage } from "../forum-page.tsx";
import { NoSuchPage, threadPageHref } from "../no-such-page.tsx";
import { forumsText } from "../text/forums.ts";
import styles from "../thread.module.css";
import { subforumLink, ThreadActions, ThreadLead } from "../thread-actions.tsx";
import { ThreadEnd, ThreadNotices } from "../thread-end.tsx";
import { ThreadPost } from "../thread-post.tsx";
import { ThreadSkeleton } from "../thread-skeleton.tsx";
import { lastPosition, useFirstUnread, useMarkThreadRead } from "../use-mark-thread-read.ts";
import { replyAnchor, useScrollToReply } from "../use-scroll-to-reply.ts";
import { type LoadedThreadPage, useThreadPage } from "../use-thread-page.ts";

const replyMenu = lazyPart(() => import("./reply-menu.tsx"));
const threadMenu = lazyPart(() => import("./thread-menu.tsx"));
const history = lazyPart(() => import("../compose/edit-history.tsx"));

function MissingThread() {
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
  page: LoadedThreadPage;
  /** The URL's fragment. */
  anchor: string;
  firstUnread: number | null;
  onHistory: (reply: Reply) => void;
}

function Replies({ page: { thread, data, embeds, meta }, anchor, firstUnread, onHistory }: RepliesProps) {
  const { opening } = thread;
  const post = (reply: Reply, menu: ReactNode) => (
    <ThreadPost
      post={reply}
      thread={thread}
      embeds={embeds}
      highlighted={anchor === replyAnchor(reply.id)}
      menu={menu}
      onHistory={() => onHistory(reply)}
    />
  );
  return (
    <>
      {opening && post(opening, null)}
      <h2 className={styles.count}>{forumsText.replies(thread.replies_count)}</h2>
      {data.length > 0 && (
        // Estimated heights above a reply that the URL points to would move it away.
        <ol className={cx(!anchor && "lazy-rows", styles.list)}>
          {data.map((reply) => (
            <Fragment key={reply.id}>
              {reply.position === firstUnread && (
                <li className={styles.newSince}>
                  <span>{forumsText.newSince}</span>
                </li>
              )}
              <li>
                {post(reply, <LazyMenu part={replyMenu} props={{ reply, canReply: thread.can_reply }} />)}
              </li>
            </Fragment>
          ))}
        </ol>
      )}
      {meta.total === 0 && (
        <EmptyState
          title={forumsText.noRepliesYet}
          art={<PosedBopi pose={thread.can_reply ? "wave" : "sit"} />}
          noAction="The reply form is below"
          text={thread.can_reply ? forumsText.noRepliesText : undefined}
        />
      )}
      {data.length === 0 && meta.total > 0 && <NoSuchPage />}
    </>
  );
}

/** A thread: its opening post, a page of replies and the reply form. */
export default function ThreadPage() {
  const page = useThreadPage();
  const [historyReply, setHistoryReply] = useState<Reply | null>(null);
  const { data, isReady, updates } = page;
  const thread = data?.thread;
  const anchor = useScrollToReply(isReady);
  const firstUnread = useFirstUnread(thread);
  useMarkThreadRead(isReady && thread?.unread ? thread.id : undefined, lastPosition(data?.data ?? []));

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
  const pages = { page: current_page, lastPage: last_page, hrefOf: threadPageHref };
  return (
    <ForumPage
      title={thread.title}
      parent={subforumLink(thread)}
      lead={<ThreadLead thread={thread} />}
      actions={
        <ThreadActions
          thread={thread}
          menu={<LazyMenu part={threadMenu} variant="solid" props={{ thread }} />}
        />
      }
    >
      <ThreadNotices thread={thread} />
      <Pagination {...pages} label={forumsText.pagesAbove} />
      <div
        className={cx(styles.posts, page.isPlaceholderData && styles.stale)}
        aria-busy={page.isPlaceholderData}
      >
        <Replies
          page={data}
          anchor={anchor}
          firstUnread={firstUnread}
          onHistory={setHistoryReply}
          key={`${thread.id} ${current_page}`}
        />
      </div>
      <p className="sr-only" role="status">
        {updates.arrived > 0 && forumsText.arrived(updates.arrived)}
      </p>
      {updates.hasNewer && (
        <Banner
          tone="notice"
          action={
            <LinkButton size="s" to={threadPageHref(last_page)}>
              {forumsText.goNewer}
            </LinkButton>
          }
        >
          {forumsText.newer}
        </Banner>
      )}
      <Pagination {...pages} label={forumsText.pagesBelow} />
      <ThreadEnd thread={thread} />
      {historyReply && (
        <OnDemand
          part={history}
          props={{
            reply: historyReply,
            title: historyReply.position === 0 ? thread.title : undefined,
            onClose: () => setHistoryReply(null),
          }}
        />
      )}
    </ForumPage>
  );
}
