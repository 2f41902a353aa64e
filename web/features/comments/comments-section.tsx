import { useQueryClient } from "@tanstack/react-query";
import { LogIn, Send } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigationType } from "react-router";
import { textProblem } from "#domain/api/fields.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import { type Comment, deleteCommentRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { EmoticonPicker, insertEmoticon } from "#web/components/emoticon-picker.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { useAction } from "#web/lib/action.ts";
import { call, isNotFound } from "#web/lib/api.ts";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Section } from "#web/ui/page.tsx";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { TextArea } from "#web/ui/text-area.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { CommentBody } from "./comment-body.tsx";
import {
  type CommentActions,
  type CommentDraft,
  CommentDraftItem,
  CommentItem,
  useCommentDrafts,
} from "./comment-item.tsx";
import { type CommentListTarget, removeComment, useComments } from "./comment-list.ts";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

interface CommentComposerProps {
  user: SessionUser;
  area: RefObject<HTMLTextAreaElement | null>;
  body: string;
  onBody: (body: string) => void;
  onSend: (body: string) => void;
  /** Why the user can't comment; null if they can. */
  disabledReason: string | null;
}

const problemOf = (body: string) =>
  textProblem(commentsText.field, body, { max: LIMITS.comment, multiline: true });

function CommentComposer({ user, area, body, onBody, onSend, disabledReason }: CommentComposerProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    const text = body.trim();
    const found = disabledReason ?? problemOf(text);
    setProblem(found);
    area.current?.focus();
    if (found) return;
    onBody("");
    onSend(text);
  };
  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Headshot user={user} size={44} decorative />
      <div className={styles.composerField}>
        <TextArea
          ref={area}
          label={commentsText.label}
          name="body"
          rows={3}
          max={LIMITS.comment}
          value={body}
          disabled={disabledReason !== null}
          placeholder={disabledReason ? undefined : commentsText.placeholder}
          hint={disabledReason ?? undefined}
          errors={problem && !disabledReason ? [problem] : undefined}
          onChange={(event) => {
            onBody(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.ctrlKey || event.metaKey) submitOnEnter(event, submit);
          }}
        />
        {!disabledReason && (
          <div className={styles.composerActions}>
            <EmoticonPicker onPick={(name) => area.current && onBody(insertEmoticon(area.current, name))} />
            <span className={styles.shortcut}>{commentsText.shortcut}</span>
            {/* The page's own action has the color until there is something to send. */}
            <Button type="submit" variant={body.trim() ? "primary" : "plain"} icon={Send}>
              {commentsText.send}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

interface DeleteCommentProps {
  target: CommentListTarget;
  comment: Comment;
  onClose: () => void;
}

function DeleteComment({ target, comment, onClose }: DeleteCommentProps) {
  const client = useQueryClient();
  const user = useUser();
  const remove = () =>
    call(deleteCommentRoute, { params: { id: comment.id } }).catch((error: Error) => {
      if (isNotFound(error)) return { message: error.message };
      throw error;
    });
  const { busy, failure, dismiss, run } = useAction(remove, {
    // If it isn't there, it was deleted elsewhere.
    onDone: ({ message }) => {
      onClose();
      removeComment(client, target, comment.id);
      toast(message);
    },
    errors: "inline",
  });
  const isOwn = comment.user.id === user?.id;
  return (
    <Modal
      open
      alert
      onClose={() => !busy && onClose()}
      title={isOwn ? commentsText.deleteOwn : commentsText.deleteTitle(comment.user.username)}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {uiText.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => run()}>
            {commentsText.deleteComment}
          </Button>
        </>
      }
    >
      {failure && <Banner onDismiss={dismiss}>{failure}</Banner>}
      <blockquote className={styles.quote}>
        <CommentBody body={comment.body} />
      </blockquote>
    </Modal>
  );
}

function CommentsSkeleton() {
  return (
    <LoadingRegion text={commentsText.loading}>
      <ul className={styles.list}>
        <Repeat times={3}>
          <li>
            <div className={styles.comment}>
              <Skeleton width={44} height={44} />
              <div className={styles.text}>
                <Skeleton width={160} />
                <SkeletonText lines={2} />
              </div>
            </div>
          </li>
        </Repeat>
      </ul>
    </LoadingRegion>
  );
}

const COMMENTS_ANCHOR = "comments";

/** Scrolls to the comments in the URL's fragment, and again once they have loaded (`ready`). Not on Back. */
function useScrollToComments(ready: boolean): RefObject<HTMLDivElement | null> {
  const { key, hash } = useLocation();
  const navigationType = useNavigationType();
  const ref = useRef<HTMLDivElement>(null);
  // The first history entry of a loaded document has the key "default".
  const isTarget = hash === `#${COMMENTS_ANCHOR}` && (navigationType !== "POP" || key === "default");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry, and when the comments load
  useLayoutEffect(() => {
    if (isTarget) ref.current?.scrollIntoView();
  }, [key, ready]);
  return ref;
}

function Visitor({ disabledReason }: { disabledReason: string | null }) {
  const { pathname } = useLocation();
  if (disabledReason) return <p className={styles.visitor}>{disabledReason}</p>;
  return (
    <div className={styles.visitor}>
      <LinkButton icon={LogIn} to={signInUrl(pathname)}>
        {commentsText.signIn}
      </LinkButton>
    </div>
  );
}

export interface CommentsSectionProps {
  type: CommentTarget;
  id: number;
  /** Comments are turned off. */
  disabled?: boolean | undefined;
  menu: (comment: Comment, actions: CommentActions) => ReactNode;
}

export function CommentsSection({ type, id, disabled = false, menu }: CommentsSectionProps) {
  const target = { type, id };
  const user = useUser();
  const area = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState("");
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const list = useComments(target);
  const { drafts, ...sending } = useCommentDrafts(target);
  const { comments, first } = list;
  const anchor = useScrollToComments(first !== undefined);
  const disabledReason = disabled || first?.can_comment === false ? commentsText.off[type] : null;

  const reply = (username: string) => {
    const name = `@${username} `;
    const text = body.includes(name) ? body : body.trim() ? `${body.trimEnd()} ${name}` : name;
    setBody(text);
    // After the menu has returned focus to its button.
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(text.length, text.length);
    }, 30);
  };

  const edit = (draft: CommentDraft) => {
    sending.remove(draft);
    setBody(body.trim() ? `${draft.body}\n${body}` : draft.body);
    area.current?.focus();
  };

  return (
    <div id={COMMENTS_ANCHOR} ref={anchor} className={styles.anchor}>
      <Section
        heading={
          <span className={styles.title}>
            {commentsText.title}
            {first && (
              <span className={styles.total}>
                <CompactNumber value={first.meta.total} />
              </span>
            )}
          </span>
        }
      >
        {user ? (
          <CommentComposer
            user={user}
            area={area}
            body={body}
            onBody={setBody}
            onSend={sending.send}
            disabledReason={disabledReason}
          />
        ) : (
          <Visitor disabledReason={disabledReason} />
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
          <ul className={cx("lazy-rows", styles.list)}>
            {drafts.map((draft) => (
              <li key={draft.key}>
                <CommentDraftItem
                  draft={draft}
                  author={user}
                  onRetry={() => sending.retry(draft)}
                  onEdit={() => edit(draft)}
                />
              </li>
            ))}
          </ul>
        )}
        {list.isPending && <CommentsSkeleton />}
        <QueryError query={list} />
        {first && comments.length === 0 && drafts.length === 0 && (
          <EmptyState
            title={commentsText.none}
            text={disabledReason ? undefined : commentsText.noneFirst}
            pose={disabledReason ? "sit" : "wave"}
            noAction="The form is above"
          />
        )}
        {comments.length > 0 && (
          <ul className={cx("lazy-rows", styles.list)}>
            {comments.map((comment) => (
              <li key={comment.id}>
                <CommentItem
                  comment={comment}
                  menu={menu(comment, {
                    onReply: disabledReason === null ? () => reply(comment.user.username) : undefined,
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
