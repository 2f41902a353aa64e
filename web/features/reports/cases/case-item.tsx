import { ChevronRight, Flag, Hand } from "lucide-react";
import { Link } from "react-router";
import type { CaseCard } from "#domain/moderation/api.ts";
import { type CaseView, writeCaseView } from "#domain/moderation/view.ts";
import { Person } from "#web/components/person.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useMember } from "#web/lib/user.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import { moderationText as text } from "../text/moderation.ts";
import { reasonName, reportsText } from "../text/reports.ts";
import styles from "./cases.module.css";
import { kindIcon } from "./kind-icons.ts";

function ClaimBadge({ by }: { by: NonNullable<CaseCard["claimed_by"]> }) {
  const { id } = useMember();
  return (
    <Badge {...(by.id === id && { tone: "accent" as const })}>
      <Hand aria-hidden />
      {by.id === id ? (
        text.claimedByYou
      ) : (
        <>
          {text.claimedBy} <UserName user={by} badge={false} />
        </>
      )}
    </Badge>
  );
}

export function CaseItem({ card, view }: { card: CaseCard; view: CaseView }) {
  const { id, type, name, user, reason, reports_count, claimed_by, outcome, decided_at } = card;
  const { created_at, updated_at } = card;
  const Icon = kindIcon(type);
  return (
    <Card lift className={styles.item}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <article className={styles.text}>
        <p className={styles.kind}>
          {reportsText.kinds[type]} · {reasonName(reason)}
        </p>
        <h2 className={cx(styles.name, link.whole)} dir="auto">
          <Link to={`/staff/reports/${id}${writeCaseView({ ...view, page: 1 })}`}>{name}</Link>
        </h2>
        <div className={styles.by}>
          {text.of} <Person person={user} />
        </div>
        <div className={styles.facts}>
          <Badge {...(reports_count > 1 && !outcome && { tone: "accent" as const })}>
            <Flag aria-hidden />
            {text.reports(reports_count)}
          </Badge>
          {outcome ? <Badge>{text.outcomes[outcome]}</Badge> : claimed_by && <ClaimBadge by={claimed_by} />}
          <span className={styles.when}>
            {decided_at && (
              <>
                {text.decided} <RelativeTime value={decided_at} />
                {" · "}
              </>
            )}
            {text.first} <RelativeTime value={created_at} />
            {reports_count > 1 && (
              <>
                , {text.newest} <RelativeTime value={updated_at} />
              </>
            )}
          </span>
        </div>
      </article>
      <ChevronRight className={styles.arrow} aria-hidden />
    </Card>
  );
}

export function CaseItemSkeleton() {
  return (
    <Card className={styles.item}>
      <Skeleton width={48} height={48} />
      <div className={styles.text}>
        <Skeleton width={180} height={22} />
        <Skeleton width="70%" height={26} />
        <Skeleton width={150} height={28} />
        <Skeleton width={240} height={24} />
      </div>
    </Card>
  );
}
