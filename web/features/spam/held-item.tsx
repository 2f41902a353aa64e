import { Check, X } from "lucide-react";
import { useState } from "react";
import { decideHeldRoute, type HeldPost } from "#domain/spam/api.ts";
import { Person } from "#web/components/person.tsx";
import { QueueItem, QueueItemMeta, QueueItemNote, QueueItemSkeleton } from "#web/components/queue-item.tsx";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";
import { useForm } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./spam.module.css";
import { heldPostsText as text } from "./text/held-posts.ts";

const CHANGED_BY_DECISION: readonly Target[] = [
  "/api/staff/held",
  "/api/staff/users/**",
  "/api/comments/**",
  "/api/forums/**",
];

function DeclineModal({ post, onClose }: { post: HeldPost; onClose: () => void }) {
  const form = useForm(decideHeldRoute, {
    params: { id: post.id },
    read: ({ reason }) => ({ approve: false, reason: String(reason) }),
    toast: messageOf,
    onDone: onClose,
    changes: CHANGED_BY_DECISION,
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.declineTitle(post.user.username)}
      text={text.declineText}
      submit={text.decline}
      danger
    >
      <ReasonArea hint={text.reasonHint} errors={form.errors.reason} />
    </FormModal>
  );
}

function HeldActions({ post }: { post: HeldPost }) {
  const [declining, setDeclining] = useState(false);
  const approve = useAction(
    () => call(decideHeldRoute, { params: { id: post.id }, input: { approve: true } }),
    { toast: messageOf, errors: "toast", changes: CHANGED_BY_DECISION },
  );
  const { username } = post.user;
  return (
    <>
      <Button
        icon={Check}
        busy={approve.busy}
        aria-label={text.approveOf(username)}
        onClick={() => approve.run()}
      >
        {text.approve}
      </Button>
      <Button
        icon={X}
        disabled={approve.busy}
        aria-label={text.declineOf(username)}
        onClick={() => setDeclining(true)}
      >
        {text.decline}
      </Button>
      {declining && <DeclineModal post={post} onClose={() => setDeclining(false)} />}
    </>
  );
}

export function HeldItem({ post }: { post: HeldPost }) {
  const { kind, place, user, newcomer, title, body, why, found, state, reason, decided_by } = post;
  const where = kind === "comment" ? text.on : text.in;
  return (
    <QueueItem
      title={title || where(text.kinds[kind], place.name)}
      actions={state === "waiting" && <HeldActions post={post} />}
    >
      <QueueItemMeta>
        <Person person={user} /> {newcomer && <Badge>{text.newcomer}</Badge>}{" "}
        <RelativeTime value={post.created_at} />
        <TextLink standalone to={place.url}>
          <bdi>{place.name}</bdi>
        </TextLink>
      </QueueItemMeta>
      <p className={styles.why}>{text.why[why](found)}</p>
      <div className={styles.body}>
        <Truncate>{body}</Truncate>
      </div>
      {decided_by && (
        <QueueItemNote>
          {text.by(decided_by.username)}
          {reason && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </QueueItemNote>
      )}
    </QueueItem>
  );
}

export function HeldItemSkeleton() {
  return (
    <QueueItemSkeleton>
      <Skeleton width={220} height={26} />
      <Skeleton width={260} height={32} />
      <Skeleton width={160} height={22} />
      <SkeletonText lines={2} />
    </QueueItemSkeleton>
  );
}
