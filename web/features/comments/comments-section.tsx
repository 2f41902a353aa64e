import { LogIn, MessageCircle } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { Comment } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { useUser } from "#web/lib/user.ts";
import { commentsText } from "#web/text/comments.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Num } from "#web/ui/facts.tsx";
import { Section } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { COMMENTS_ANCHOR, useArrival } from "./arrival.ts";
import { type CommentActs, CommentItem, DraftItem } from "./comment-item.tsx";
import { useComments } from "./comment-query.ts";
import styles from "./comments.module.css";
import { CommentsSkeleton } from "./comments-skeleton.tsx";
import { DeleteComment } from "./delete-comment.tsx";
import { type Draft, useDrafts } from "./drafts.ts";
import { WriteBox } from "./write-box.tsx";

function Visitor({ off }: { off: string | null }) {
  const { pathname } = useLocation();
  if (off) return <p className={styles.visitor}>{off}</p>;
  return (
    <div className={styles.visitor}>
      <LinkButton icon={LogIn} to={signInAddress(pathname)}>
        {commentsText.signIn}
      </LinkButton>
    </div>
  );
}

export interface CommentsSectionProps {
  type: CommentTarget;
  id: number;
  /** Comments are turned off there. */
  disabled?: boolean | undefined;
  /** A comment's menu. */
  menu: (comment: Comment, acts: CommentActs) => ReactNode;
}

/** Everything people said about a level, an item or a person, and the box to join in. */
export function CommentsSection({ type, id, disabled = false, menu }: CommentsSectionProps) {
  const target = { type, id };
  const user = useUser();
  const area = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState("");
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const list = useComments(target);
  const { drafts, ...sending } = useDrafts(target);
  const { comments, first } = list;
  const place = useArrival(first !== undefined);
  const off = disabled || first?.can_comment === false ? commentsText.off[type] : null;

  const reply = (username: string) => {
    const name = `@${username} `;
    const text = body.includes(name) ? body : body.trim() ? `${body.trimEnd()} ${name}` : name;
    setBody(text);
    // After the menu has given the focus back to its button.
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(text.length, text.length);
    }, 30);
  };

  const change = (draft: Draft) => {
    sending.drop(draft);
    setBody(body.trim() ? `${draft.body}\n${body}` : draft.body);
    area.current?.focus();
  };

  return (
    <div id={COMMENTS_ANCHOR} ref={place} className={styles.place}>
      <Section
        heading={
          <span className={styles.title}>
            {commentsText.title}
            {first && (
              <span className={styles.total}>
                <Num value={first.meta.total} />
              </span>
            )}
          </span>
        }
      >
        {user ? (
          <WriteBox user={user} area={area} body={body} onBody={setBody} onSend={sending.send} off={off} />
        ) : (
          <Visitor off={off} />
        )}
        {sending.held && (
          <Banner
            tone="notice"
            onDismiss={sending.dismissHeld}
            action={
              <LinkButton size="s" to="/standing">
                {commentsText.standing}
              </LinkButton>
            }
          >
            {sending.held}
          </Banner>
        )}
        {sending.failure && <Banner onDismiss={sending.dismiss}>{sending.failure}</Banner>}
        {user && drafts.length > 0 && (
          <ul className={styles.list}>
            {drafts.map((draft) => (
              <li key={draft.key}>
                <DraftItem
                  draft={draft}
                  author={user}
                  onRetry={() => sending.retry(draft)}
                  onChange={() => change(draft)}
                />
              </li>
            ))}
          </ul>
        )}
        {list.isPending && <CommentsSkeleton />}
        {list.isError && !first && (
          <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
        )}
        {first && comments.length === 0 && drafts.length === 0 && (
          <EmptyState
            icon={MessageCircle}
            title={commentsText.none}
            text={off ? undefined : commentsText.noneFirst}
          />
        )}
        {comments.length > 0 && (
          <ul className={styles.list}>
            {comments.map((comment) => (
              <li key={comment.id}>
                <CommentItem
                  comment={comment}
                  menu={menu(comment, {
                    onReply: off === null ? () => reply(comment.user.username) : undefined,
                    onDelete: () => setDeleting(comment),
                  })}
                />
              </li>
            ))}
          </ul>
        )}
        {list.isFetchNextPageError && <Banner>{list.error?.message}</Banner>}
        {list.hasNextPage && (
          <Button className={styles.more} busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {commentsText.more}
          </Button>
        )}
        {deleting && <DeleteComment target={target} comment={deleting} onClose={() => setDeleting(null)} />}
      </Section>
    </div>
  );
}
