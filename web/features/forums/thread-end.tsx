import { LogIn } from "lucide-react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { Thread } from "#domain/forums/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { forumsText } from "./text/forums.ts";
import styles from "./thread.module.css";

/** Notices above a deleted or locked thread. */
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

/** Members only, at the end of a long page: loads when scrolled into view. */
const form = lazyPart(async () => ({ default: (await import("./compose/reply-form.tsx")).ReplyForm }));

/** The reply form, a sign-in link, or nothing if no one can reply. */
export function ThreadEnd({ thread }: { thread: Thread }) {
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
