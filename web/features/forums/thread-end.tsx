import { LogIn } from "lucide-react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { Thread } from "#domain/forums/api.ts";
import { useUser } from "#web/lib/user.ts";
import { forumsText } from "#web/text/forums.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { InSight } from "#web/ui/in-sight.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
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

/** For members alone, and at the end of a long page: it comes when one gets there. */
const form = latePart(async () => ({ default: (await import("./compose/reply-form.tsx")).ReplyForm }));

/** Where one joins in: the box to write, the way to sign in, or nothing where nobody can. */
export function ThreadEnd({ thread }: { thread: Thread }) {
  const isMember = useUser() !== null;
  const { pathname, search } = useLocation();
  if (thread.can_reply) {
    return (
      <Section heading={forumsText.yourReply}>
        <InSight
          part={form}
          props={{ threadId: thread.id, isQuick: true }}
          id="your-reply"
          waiting={<Skeleton height={240} />}
          key={thread.id}
        />
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
