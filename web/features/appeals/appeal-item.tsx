import { DoorClosed, DoorOpen } from "lucide-react";
import { useRef, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { type AppealCard, decideAppealRoute } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { messageOf } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { toastError } from "#web/lib/error-text.ts";
import { useForm } from "#web/lib/form.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./appeals.module.css";
import { appealsText as text } from "./text.ts";

function DecideAppealForm({ appeal: { id, user } }: { appeal: AppealCard }) {
  const accept = useRef(false);
  const [sending, setSending] = useState<boolean | null>(null);
  const form = useForm(decideAppealRoute, {
    read: ({ answer }) => ({ accept: accept.current, answer: String(answer) }),
    send: async (input) => {
      setSending(accept.current);
      try {
        return await call(decideAppealRoute, { params: { id }, input });
      } catch (error) {
        // Another moderator was faster: the reloaded list replaces this form.
        if (error instanceof ResponseError && error.status === 409) toastError(error.message);
        throw error;
      }
    },
    toast: messageOf,
    changes: ["/api/staff/appeals", "/api/staff/users/**", "/api/staff/reports/**"],
  });
  return (
    <form {...form.props} className={styles.form}>
      {form.failure && form.code !== "conflict" && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextArea
        label={text.reply}
        name="answer"
        rows={3}
        max={LIMITS.banReason}
        hint={text.replyHint(user.username)}
        errors={form.errors.answer}
      />
      <div className={styles.actions}>
        {[true, false].map((isAccepted) => (
          <Button
            key={String(isAccepted)}
            type="submit"
            icon={isAccepted ? DoorOpen : DoorClosed}
            busy={form.busy && sending === isAccepted}
            aria-disabled={form.busy}
            aria-label={(isAccepted ? text.acceptOf : text.declineOf)(user.username)}
            onClick={() => {
              accept.current = isAccepted;
            }}
          >
            {isAccepted ? text.accept : text.decline}
          </Button>
        ))}
      </div>
    </form>
  );
}

export function AppealItem({ appeal }: { appeal: AppealCard }) {
  const { user, body, state, ban, can_decide, created_at } = appeal;
  return (
    <Card>
      <article className={styles.appeal} aria-label={text.of(user.username)}>
        <div className={styles.line}>
          <h2>
            <Person person={user} size={40} />
          </h2>
          <span className={styles.muted}>
            <RelativeTime value={created_at} />
          </span>
        </div>
        <div className={styles.ban}>
          <div className={styles.line}>
            <span>
              {text.banned} {ban.until ? text.until(formatDateTime(ban.until)) : text.forEver},{" "}
              {ban.staff ? `${text.by} ` : text.unknown}
            </span>
            {ban.staff && <Person person={ban.staff} />}
            <span className={styles.muted}>
              <RelativeTime value={ban.created_at} />
            </span>
            {ban.case_id !== null && (
              <TextLink standalone to={`/staff/reports/${ban.case_id}`}>
                {text.seeCase(ban.case_id)}
              </TextLink>
            )}
          </div>
          <p>
            <strong>{text.why}:</strong> <span className={styles.quote}>{ban.reason || text.noReason}</span>
          </p>
        </div>
        <div>
          <h3>{text.wrote}</h3>
          <Truncate lines={12}>
            <blockquote className={styles.quote}>{body}</blockquote>
          </Truncate>
        </div>
        {state !== "waiting" && (
          <div className={styles.decision}>
            <div className={styles.line}>
              <Badge {...(appeal.state === "accepted" && { tone: "accent" as const })}>
                {text.states[appeal.state]}
              </Badge>
              {appeal.decided_by && (
                <>
                  <span className={styles.muted}>{text.decidedBy}</span>
                  <Person person={appeal.decided_by} />
                </>
              )}
              {appeal.decided_at && (
                <span className={styles.muted}>
                  <RelativeTime value={appeal.decided_at} />
                </span>
              )}
            </div>
            <p className={styles.quote}>{appeal.answer}</p>
          </div>
        )}
        {state === "waiting" && (can_decide ? <DecideAppealForm appeal={appeal} /> : <p>{text.notYours}</p>)}
      </article>
    </Card>
  );
}

export function AppealSkeleton() {
  return (
    <Card>
      <div className={styles.appeal}>
        <Skeleton width={180} height={40} />
        <Skeleton height={70} />
        <SkeletonText lines={3} />
        <Skeleton height={100} />
      </div>
    </Card>
  );
}
