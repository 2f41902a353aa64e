import { Check, X } from "lucide-react";
import { useState } from "react";
import { decideHeldRoute, type HeldPost } from "#domain/spam/api.ts";
import { call } from "#web/lib/api.ts";
import { useToastMutation } from "#web/lib/toast-mutation.ts";
import { heldText as text } from "#web/text/spam.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Person } from "#web/ui/person.tsx";
import { QueueBones, QueueBy, QueueItem, QueueNote } from "#web/ui/queue-item.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { DeclineWindow } from "./decline-window.tsx";
import { HELD_NEWS } from "./news.ts";
import styles from "./spam.module.css";

function Acts({ post }: { post: HeldPost }) {
  const [declining, setDeclining] = useState(false);
  const approve = useToastMutation(
    () => call(decideHeldRoute, { params: { id: post.id }, input: { approve: true } }),
    HELD_NEWS,
  );
  const { username } = post.user;
  return (
    <>
      <Button
        icon={Check}
        busy={approve.isPending}
        aria-label={text.approveOf(username)}
        onClick={() => approve.mutate()}
      >
        {text.approve}
      </Button>
      <Button
        icon={X}
        disabled={approve.isPending}
        aria-label={text.declineOf(username)}
        onClick={() => setDeclining(true)}
      >
        {text.decline}
      </Button>
      {declining && <DeclineWindow post={post} onClose={() => setDeclining(false)} />}
    </>
  );
}

/** Something that was written and waits: what, whose, where, why, and what to do about it. */
export function HeldItem({ post }: { post: HeldPost }) {
  const { kind, place, user, newcomer, title, body, why, found, state, reason, decided_by } = post;
  const where = kind === "comment" ? text.on : text.in;
  return (
    <QueueItem
      title={title || where(text.kinds[kind], place.name)}
      acts={state === "waiting" && <Acts post={post} />}
    >
      <QueueBy>
        <Person person={user} /> {newcomer && <Badge>{text.newcomer}</Badge>} <Time value={post.created_at} />
        <TextLink alone to={place.url}>
          {place.name}
        </TextLink>
      </QueueBy>
      <p className={styles.why}>{text.why[why](found)}</p>
      <div className={styles.body}>
        <Truncate>{body}</Truncate>
      </div>
      {decided_by && (
        <QueueNote>
          {text.by(decided_by.username)}
          {reason && `: ${reason}`}
        </QueueNote>
      )}
    </QueueItem>
  );
}

/** One to come. */
export function HeldSkeleton() {
  return (
    <QueueBones>
      <Skeleton width={220} height={26} />
      <Skeleton width={260} height={32} />
      <Skeleton width={160} height={22} />
      <SkeletonText lines={2} />
    </QueueBones>
  );
}
