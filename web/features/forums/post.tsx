import { Link2, Quote, Shield } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Embeds, Reply, Thread } from "#domain/forums/api.ts";
import { UserBubble } from "#web/lib/live/presence.tsx";
import { forumsText } from "#web/text/forums.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { WithBubble } from "#web/ui/presence-bubble.tsx";
import target from "#web/ui/target.module.css";
import { toast } from "#web/ui/toast-store.ts";
import { UserName } from "#web/ui/user-name.tsx";
import { anchorOf } from "./arrival.ts";
import styles from "./post.module.css";
import { PostBody } from "./post-body.tsx";

export interface PostProps {
  post: Reply;
  thread: Thread;
  embeds: Embeds;
  /** The address leads to this one. */
  marked: boolean;
  menu?: ReactNode;
  /** Shows what it said before it was edited. */
  onHistory: () => void;
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(url, window.location.href).href);
    toast(forumsText.copied, { tone: "good" });
  } catch {
    toast(forumsText.copyFailed, { tone: "bad" });
  }
}

function Face({ user }: Pick<Reply, "user">) {
  return (
    <div className={styles.face}>
      <WithBubble bubble={<UserBubble user={{ id: user.id }} />}>
        <Link to={user.url} tabIndex={-1} aria-hidden>
          <Headshot src={user.bopi.headshot_url} username={user.username} size={48} decorative />
        </Link>
      </WithBubble>
    </div>
  );
}

function Head({ post, thread, onHistory }: Pick<PostProps, "post" | "thread" | "onHistory">) {
  const { user, role, position, edits_count } = post;
  return (
    <header className={styles.head}>
      <Link className={cx(styles.author, target.target)} to={user.url}>
        <span>
          <UserName user={user} />
        </span>
      </Link>
      {role !== "member" && (
        <Badge tone="accent">
          <Shield aria-hidden />
          {forumsText.roles[role]}
        </Badge>
      )}
      {position > 0 && user.id === thread.user.id && <Badge>{forumsText.starter}</Badge>}
      <span className={styles.when}>
        <Time value={post.created_at} />
        {edits_count > 0 && (
          <>
            {" · "}
            <button type="button" className={styles.edited} title={forumsText.history} onClick={onHistory}>
              {forumsText.edited(edits_count)}
            </button>
          </>
        )}
      </span>
      <Place post={post} />
    </header>
  );
}

function Place({ post: { position, url } }: Pick<PostProps, "post">) {
  if (position === 0) return null;
  return (
    <Link className={styles.number} to={url} aria-label={forumsText.permalink(position)}>
      {forumsText.position(position)}
    </Link>
  );
}

function Tools({ post, thread, menu }: Pick<PostProps, "post" | "thread" | "menu">) {
  return (
    <footer className={styles.tools}>
      {thread.can_reply && !post.deleted && (
        <IconLink
          icon={Quote}
          label={post.position === 0 ? forumsText.quote : forumsText.quoteOf(post.position)}
          to={`${thread.url}/reply?quote=${post.id}`}
        />
      )}
      <IconButton icon={Link2} label={forumsText.copyLink} onClick={() => void copyLink(post.url)} />
      {menu}
    </footer>
  );
}

/** In the place of a post that is deleted, or whose author the reader has blocked: what it said is shown on demand, where it may be. */
function Folded({
  post,
  menu,
  onShow,
}: Pick<PostProps, "post" | "menu"> & { onShow?: (() => void) | undefined }) {
  return (
    <div className={styles.foldedRow}>
      <p>{post.deleted ? forumsText.deletedReply : forumsText.fromBlocked(post.position)}</p>
      {onShow && (
        <Button size="s" variant="quiet" onClick={onShow}>
          {forumsText.show}
        </Button>
      )}
      {menu}
      <Place post={post} />
    </div>
  );
}

/** What somebody said in a thread; the thread's own beginning is one, too. */
export function Post({ post, thread, embeds, marked, menu, onHistory }: PostProps) {
  const [isShown, setShown] = useState(false);
  const { id, position, user, deleted, from_blocked, body_html } = post;
  const isFolded = (deleted || from_blocked) && !isShown;
  return (
    <article
      id={anchorOf(id)}
      className={cx(
        styles.post,
        position === 0 && styles.opening,
        marked && styles.marked,
        deleted && styles.deleted,
        isFolded && styles.folded,
      )}
      aria-label={isFolded ? forumsText.position(position) : forumsText.postBy(user.username, position)}
      tabIndex={-1}
    >
      {isFolded ? (
        <Folded post={post} menu={deleted && menu} onShow={body_html ? () => setShown(true) : undefined} />
      ) : (
        <>
          <Face user={user} />
          <Head post={post} thread={thread} onHistory={onHistory} />
          <div className={styles.body}>
            <PostBody html={body_html} embeds={embeds} />
          </div>
          <Tools post={post} thread={thread} menu={menu} />
        </>
      )}
    </article>
  );
}
