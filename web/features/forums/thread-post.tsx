import { Link2, Quote, Shield } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useNavigationType } from "react-router";
import type { Embeds, Reply, Thread } from "#domain/forums/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { copyText } from "#web/lib/copy-text.ts";
import { listen } from "#web/lib/listen.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import target from "#web/ui/target.module.css";
import { PostBody } from "./post-body.tsx";
import { forumsText } from "./text/forums.ts";
import styles from "./thread-post.module.css";

/** How long the reply is kept in view while pictures and cards above it load. */
const HOLD_MS = 1_500;
const USER_INPUT = "wheel touchstart keydown pointerdown";

export const replyAnchor = (replyId: number): string => `reply-${replyId}`;

function keepInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView();
  const observer = new ResizeObserver(show);
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    stopListening();
  };
  const timer = window.setTimeout(stop, HOLD_MS);
  const stopListening = listen(window, USER_INPUT, stop, { passive: true });
  observer.observe(document.body);
  // After the frame in which the browser restores the scroll position of a loaded document.
  requestAnimationFrame(() => requestAnimationFrame(show));
  element.focus({ preventScroll: true });
  return stop;
}

/** Scrolls to the reply in the URL's fragment once it has loaded (`ready`), and returns the fragment. Not on Back. */
export function useScrollToReply(ready: boolean): string {
  const { key, hash } = useLocation();
  const navigationType = useNavigationType();
  const anchor = hash.slice(1);
  const [done, setDone] = useState("");
  // The first history entry of a loaded document has the key "default".
  const isTarget = anchor.startsWith("reply-") && (navigationType !== "POP" || key === "default");
  const entry = key + anchor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry, when the reply has loaded
  useEffect(() => {
    const element = isTarget && ready && done !== entry ? document.getElementById(anchor) : null;
    if (!element) return undefined;
    setDone(entry);
    return keepInView(element);
  }, [entry, ready]);
  return anchor;
}

export interface ThreadPostProps {
  post: Reply;
  thread: Thread;
  embeds: Embeds;
  highlighted: boolean;
  menu?: ReactNode;
  onHistory: () => void;
}

const copyLink = (url: string): void =>
  void copyText(new URL(url, window.location.href).href, forumsText.copyFailed, forumsText.copied);

function PostNumber({ post: { position, url } }: Pick<ThreadPostProps, "post">) {
  if (position === 0) return null;
  return (
    <Link className={styles.number} to={url} aria-label={forumsText.permalink(position)}>
      {forumsText.position(position)}
    </Link>
  );
}

function CollapsedPost({
  post,
  menu,
  onShow,
}: Pick<ThreadPostProps, "post" | "menu"> & { onShow?: (() => void) | undefined }) {
  return (
    <div className={styles.collapsedRow}>
      <p>{post.deleted ? forumsText.deletedReply : forumsText.fromBlocked(post.position)}</p>
      {onShow && (
        <Button size="s" variant="quiet" onClick={onShow}>
          {forumsText.show}
        </Button>
      )}
      {menu}
      <PostNumber post={post} />
    </div>
  );
}

export function ThreadPost({ post, thread, embeds, highlighted, menu, onHistory }: ThreadPostProps) {
  const [isExpanded, setExpanded] = useState(false);
  const { id, position, user, deleted, from_blocked, body_html } = post;
  const isCollapsed = (deleted || from_blocked) && !isExpanded;
  return (
    <article
      id={replyAnchor(id)}
      className={cx(
        styles.post,
        position === 0 && styles.opening,
        highlighted && styles.marked,
        deleted && styles.deleted,
        isCollapsed && styles.collapsed,
      )}
      aria-label={isCollapsed ? forumsText.position(position) : forumsText.postBy(user.username, position)}
      tabIndex={-1}
    >
      {isCollapsed ? (
        <CollapsedPost
          post={post}
          menu={deleted && menu}
          onShow={body_html ? () => setExpanded(true) : undefined}
        />
      ) : (
        <>
          <div className={styles.avatar}>
            <WithBubble bubble={<LivePresenceBubble user={{ id: user.id }} />}>
              <Link to={user.url} tabIndex={-1} aria-hidden>
                <Headshot user={user} size={48} decorative />
              </Link>
            </WithBubble>
          </div>
          <header className={styles.head}>
            <Link className={cx(styles.author, target.target)} to={post.user.url}>
              <span>
                <UserName user={post.user} />
              </span>
            </Link>
            {post.role !== "member" && (
              <Badge tone="accent">
                <Shield aria-hidden />
                {forumsText.roles[post.role]}
              </Badge>
            )}
            {post.position > 0 && post.user.id === thread.user.id && <Badge>{forumsText.starter}</Badge>}
            <span className={styles.time}>
              <RelativeTime value={post.created_at} />
              {post.edits_count > 0 && (
                <>
                  {" · "}
                  <button
                    type="button"
                    className={styles.edited}
                    title={forumsText.history}
                    onClick={onHistory}
                  >
                    {forumsText.edited(post.edits_count)}
                  </button>
                </>
              )}
            </span>
            <PostNumber post={post} />
          </header>
          <div className={styles.body}>
            <PostBody html={body_html} embeds={embeds} />
          </div>
          <footer className={styles.tools}>
            {thread.can_reply && !post.deleted && (
              <IconLink
                icon={Quote}
                label={post.position === 0 ? forumsText.quote : forumsText.quoteOf(post.position)}
                to={`${thread.url}/reply?quote=${post.id}`}
              />
            )}
            <IconButton icon={Link2} label={forumsText.copyLink} onClick={() => copyLink(post.url)} />
            {menu}
          </footer>
        </>
      )}
    </article>
  );
}
