import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Grid } from "#web/ui/page.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import { Headshot } from "./headshot.tsx";
import type { PersonProps } from "./person.tsx";
import styles from "./person-card.module.css";
import { WithBubble } from "./presence-bubble.tsx";
import { UserName } from "./user-name.tsx";

export interface PersonCardProps {
  person: PersonProps["person"];
  /** The presence dot on the corner of the image. */
  bubble: ReactNode;
  line: ReactNode;
  more?: ReactNode;
  action?: ReactNode;
  actions?: ReactNode;
}

/** A user in a list. A click anywhere but on a button opens their profile. */
export function PersonCard({ person, bubble, line, more, action, actions }: PersonCardProps) {
  const { url } = person;
  return (
    <Card lift className={styles.card}>
      <div className={styles.face}>
        <WithBubble bubble={bubble}>
          <Link to={url} tabIndex={-1} aria-hidden>
            <Headshot user={person} size={64} decorative />
          </Link>
        </WithBubble>
      </div>
      <div className={styles.text}>
        <h3 className={cx(styles.name, link.whole)}>
          <Link to={url}>
            <UserName user={person} />
          </Link>
        </h3>
        <p className={styles.line}>{line}</p>
        {more && (
          <p className={styles.more} dir="auto">
            {more}
          </p>
        )}
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  );
}

export function PersonCardSkeleton() {
  return (
    <Card className={styles.card} aria-hidden>
      <Skeleton width={64} height={64} />
      <div className={cx(styles.text, styles.skeleton)}>
        <Skeleton width="50%" height={18} />
        <Skeleton width="70%" height={15} />
      </div>
    </Card>
  );
}

interface PeopleSkeletonProps {
  count: number;
  /** The minimum width of the list's cards. */
  card: { min: number; minPhone: number };
  text: string;
}

export function PeopleSkeleton({ count, card, text }: PeopleSkeletonProps) {
  return (
    <LoadingRegion text={text}>
      <Grid {...card}>
        <Repeat times={count}>
          <PersonCardSkeleton />
        </Repeat>
      </Grid>
    </LoadingRegion>
  );
}
