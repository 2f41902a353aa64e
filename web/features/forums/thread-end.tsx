import { LogIn, Reply as ReplyIcon } from "lucide-react";
import { type ComponentType, lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { Thread } from "#domain/forums/api.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { useUser } from "#web/lib/user.ts";
import { forumsText } from "#web/text/forums.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./thread.module.css";

/** What a reader has to know of a thread before they read it. */
export function ThreadNotices({ thread: { deleted, locked, can_reply } }: { thread: Thread }) {
  return (
    <>
      {deleted && <Banner>{forumsText.deletedNote}</Banner>}
      {locked && !deleted && (
        <Banner tone="plain">{can_reply ? forumsText.lockedStaff : forumsText.lockedNote}</Banner>
      )}
    </>
  );
}

/** For members alone, so it comes apart; where it can't be had, the page of its own is a press away. */
const QuickReply = lazy<ComponentType<{ threadId: number; isQuick?: boolean }>>(() =>
  import("./compose/reply-form.tsx").then(
    ({ ReplyForm }) => ({ default: ReplyForm }),
    () => ({
      default: ({ threadId }) => (
        <LinkButton icon={ReplyIcon} to={`${threadUrl(threadId)}/reply`}>
          {forumsText.reply}
        </LinkButton>
      ),
    }),
  ),
);

/** Where one joins in: the box to write, the way to sign in, or nothing where nobody can. */
export function ThreadEnd({ thread }: { thread: Thread }) {
  const isMember = useUser() !== null;
  const { pathname, search } = useLocation();
  if (thread.can_reply) {
    return (
      <Section heading={forumsText.yourReply}>
        <Suspense fallback={<Skeleton height={240} />}>
          <QuickReply threadId={thread.id} isQuick key={thread.id} />
        </Suspense>
      </Section>
    );
  }
  if (isMember || thread.locked || thread.deleted) return null;
  return (
    <div className={styles.visitor}>
      <LinkButton icon={LogIn} to={signInAddress(pathname + search)}>
        {forumsText.signInToReply}
      </LinkButton>
    </div>
  );
}
