import { Bookmark, House, LogIn, Megaphone, Reply as ReplyIcon } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { Reply, Thread } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { subforumUrl } from "#domain/forums/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Missing } from "#web/components/missing.tsx";
import { Person } from "#web/components/person.tsx";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Section } from "#web/ui/page.tsx";
import { Pagination, pageHref } from "#web/ui/pagination.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { useBookmark } from "../bookmark.ts";
import { ForumPage } from "../forum-page.tsx";
import { NoSuchPage } from "../no-such-page.tsx";
import { forumsText } from "../text/forums.ts";
import styles from "../thread.module.css";
import { ThreadBadges } from "../thread-badges.tsx";
import post from "../thread-post.module.css";
import { replyAnchor, ThreadPost, useScrollToReply } from "../thread-post.tsx";
import { lastPosition, useFirstUnread, useMarkThreadRead } from "../use-mark-thread-read.ts";
import { type LoadedThreadPage, useThreadPage } from "../use-thread-page.ts";

const subforumLink = ({ subforum_id }: Pick<Thread, "subforum_id">) => ({
  name: SUBFORUMS[subforum_id as SubforumId].name,
  url: subforumUrl(subforum_id),
});

function ThreadActions({ thread, menu }: { thread: Thread; menu: ReactNode }) {
  const isMember = useUser() !== null;
  const bookmark = useBookmark(thread);
  const { bookmarked } = thread;
  return (
    <>
      {thread.can_reply && (
        <LinkButton variant="primary" icon={ReplyIcon} to={`${thread.url}/reply`}>
          {forumsText.reply}
        </LinkButton>
      )}
      {isMember && !thread.deleted && (
        <IconButton
          icon={Bookmark}
          variant="solid"
          label={bookmarked ? forumsText.unbookmark : forumsText.bookmark}
          pressed={bookmarked}
          onClick={bookmark}
        />
      )}
      {!thread.deleted && <ShareButton title={thread.title} path={thread.url} iconOnly />}
      {menu}
    </>
  );
}

/** Members only, at the end of a long page: loads when scrolled into view. */
const form = lazyPart(async () => ({ default: (await import("../compose/reply-form.tsx")).ReplyForm }));

function ThreadEnd({ thread }: { thread: Thread }) {
  const isMember = useUser() !== null;
  const { pathname, search } = useLocation();
  if (thread.can_reply) {
    return (
      <Section heading={forumsText.yourReply}>
        <LoadWhenVisible
          part={form}
          props={{ threadId: thread.id, isQuick: true }}
          id="your-reply"
          fallback={<Skeleton height={240} />}
          key={thread.id}
        />
      </Section>
    );
  }
  if (isMember || thread.locked || thread.deleted) return null;
  return (
    <div className={styles.visitor}>
      <LinkButton icon={LogIn} to={signInUrl(pathname + search)}>
        {forumsText.signInToReply}
      </LinkButton>
    </div>
  );
}

const PLACEHOLDERS = ["first", "second", "third", "fourth"];

const replyMenu = lazyPart(() => import("./reply-menu.tsx"));
const threadMenu = lazyPart(() => import("./thread-menu.tsx"));
const history = lazyPart(() => import("../compose/edit-history.tsx"));

interface RepliesProps {
  page: LoadedThreadPage;
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
          pose={thread.can_reply ? "wave" : "sit"}
          noAction="The reply form is below"
          text={thread.can_reply ? forumsText.noRepliesText : undefined}
        />
      )}
      {data.length === 0 && meta.total > 0 && <NoSuchPage />}
    </>
  );
}

export default function ThreadPage() {
  const page = useThreadPage();
  const [historyReply, setHistoryReply] = useState<Reply | null>(null);
  const { data, isReady, updates } = page;
  const thread = data?.thread;
  const anchor = useScrollToReply(isReady);
  const firstUnread = useFirstUnread(thread);
  useMarkThreadRead(isReady && thread?.unread ? thread.id : undefined, lastPosition(data?.data ?? []));

  if (page.isMissing)
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
  if (!data || !thread) {
    return page.isError ? (
      <ForumPage title={forumsText.thread}>
        <QueryError query={page} />
      </ForumPage>
    ) : (
      <ForumPage
        title={forumsText.thread}
        heading={<Skeleton width="min(420px, 80%)" />}
        lead={<Skeleton width={220} />}
      >
        <LoadingRegion text={forumsText.threadLoading} className={styles.posts}>
          {PLACEHOLDERS.map((placeholder, index) => (
            <div className={cx(post.post, index === 0 && post.opening)} key={placeholder}>
              <Skeleton width={48} height={48} />
              <div className={styles.skeleton}>
                <Skeleton width={180} height={20} />
                <SkeletonText lines={index === 0 ? 4 : 2} />
              </div>
            </div>
          ))}
        </LoadingRegion>
      </ForumPage>
    );
  }
  const { current_page, last_page } = data.meta;
  const pages = { page: current_page, meta: data.meta };
  return (
    <ForumPage
      title={thread.title}
      parent={subforumLink(thread)}
      lead={
        <>
          <ThreadBadges thread={{ pinned: thread.pinned, locked: thread.locked, deleted: thread.deleted }} />
          <Person person={thread.user} />
          <RelativeTime value={thread.created_at} />
        </>
      }
      actions={
        <ThreadActions
          thread={thread}
          menu={<LazyMenu part={threadMenu} variant="solid" props={{ thread }} />}
        />
      }
    >
      {thread.deleted && <Banner>{forumsText.deletedNote}</Banner>}
      {thread.locked && !thread.deleted && (
        <Banner tone="plain">{thread.can_reply ? forumsText.lockedStaff : forumsText.lockedNote}</Banner>
      )}

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
            <LinkButton size="s" to={pageHref(last_page)}>
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
