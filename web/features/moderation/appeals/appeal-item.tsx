import type { AppealCard } from "#domain/moderation/api.ts";
import { exactDate } from "#web/lib/format.ts";
import { appealsText as text } from "#web/text/appeals.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Person } from "#web/ui/person.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { AnswerForm } from "./answer-form.tsx";
import styles from "./appeals.module.css";

/** The ban that it is about. */
function Ban({ ban: { reason, until, staff, case_id, created_at } }: Pick<AppealCard, "ban">) {
  return (
    <div className={styles.ban}>
      <div className={styles.line}>
        <span>
          {text.banned} {until ? text.until(exactDate(until)) : text.forEver},{" "}
          {staff ? `${text.by} ` : text.unknown}
        </span>
        {staff && <Person person={staff} />}
        <span className={styles.muted}>
          <Time value={created_at} />
        </span>
        {case_id !== null && (
          <TextLink alone to={`/staff/reports/${case_id}`}>
            {text.seeCase(case_id)}
          </TextLink>
        )}
      </div>
      <p>
        <strong>{text.why}:</strong> <span className={styles.said}>{reason || text.noReason}</span>
      </p>
    </div>
  );
}

/** What became of it. */
function Answer({ appeal: { state, answer, decided_by, decided_at } }: { appeal: AppealCard }) {
  return (
    <div className={styles.answer}>
      <div className={styles.line}>
        <Badge {...(state === "accepted" && { tone: "accent" as const })}>{text.states[state]}</Badge>
        {decided_by && (
          <>
            <span className={styles.muted}>{text.answered}</span>
            <Person person={decided_by} />
          </>
        )}
        {decided_at && (
          <span className={styles.muted}>
            <Time value={decided_at} />
          </span>
        )}
      </div>
      <p className={styles.said}>{answer}</p>
    </div>
  );
}

/** What a banned person has to say, why they were banned, and the form that decides. */
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
            <Time value={created_at} />
          </span>
        </div>
        <Ban ban={ban} />
        <div>
          <h3>{text.wrote}</h3>
          <Truncate lines={12}>
            <blockquote className={styles.said}>{body}</blockquote>
          </Truncate>
        </div>
        {state !== "waiting" && <Answer appeal={appeal} />}
        {state === "waiting" && (can_decide ? <AnswerForm appeal={appeal} /> : <p>{text.notYours}</p>)}
      </article>
    </Card>
  );
}

/** An appeal to come. */
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
