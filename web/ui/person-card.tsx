import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "./card.tsx";
import { cx } from "./cx.ts";
import { Headshot } from "./headshot.tsx";
import { Grid } from "./page.tsx";
import styles from "./person-card.module.css";
import { WithBubble } from "./presence-bubble.tsx";
import { Skeleton } from "./skeleton.tsx";
import { type Named, UserName } from "./user-name.tsx";
import { Waiting } from "./waiting.tsx";
import link from "./whole-link.module.css";

export interface PersonCardProps {
  person: Named & { url: string; bopi: { headshot_url: string } };
  /** On the corner of the picture. */
  bubble: ReactNode;
  /** One line under the name. */
  line: ReactNode;
  /** Two more at most. */
  more?: ReactNode;
  /** A button at the end of the name's row, which may come and go. */
  act?: ReactNode;
  /** Buttons at the foot. */
  acts?: ReactNode;
}

/** Somebody in a list of people; pressed anywhere but on a button it leads to their page. */
export function PersonCard({ person, bubble, line, more, act, acts }: PersonCardProps) {
  const { username, url, bopi } = person;
  return (
    <Card lift className={styles.card}>
      <div className={styles.face}>
        <WithBubble bubble={bubble}>
          <Link to={url} tabIndex={-1} aria-hidden>
            <Headshot src={bopi.headshot_url} username={username} size={64} decorative />
          </Link>
        </WithBubble>
      </div>
      <div className={styles.words}>
        <h3 className={cx(styles.name, link.whole)}>
          <Link to={url}>
            <UserName user={person} />
          </Link>
        </h3>
        <p className={styles.line}>{line}</p>
        {more && <p className={styles.more}>{more}</p>}
      </div>
      {act && <div className={styles.act}>{act}</div>}
      {acts && <div className={styles.acts}>{acts}</div>}
    </Card>
  );
}

/** A card to come. */
export function PersonCardSkeleton() {
  return (
    <Card className={styles.card} aria-hidden>
      <Skeleton width={64} height={64} />
      <div className={cx(styles.words, styles.bones)}>
        <Skeleton width="50%" height={18} />
        <Skeleton width="70%" height={15} />
      </div>
    </Card>
  );
}

interface PeopleSkeletonProps {
  count: number;
  /** How wide the list's cards are. */
  card: { min: number; minPhone: number };
  /** For who cannot see it. */
  text: string;
}

/** A list of people that is on its way. */
export function PeopleSkeleton({ count, card, text }: PeopleSkeletonProps) {
  return (
    <Waiting text={text}>
      <Grid {...card}>
        {Array.from({ length: count }, (_, bone) => bone).map((bone) => (
          <PersonCardSkeleton key={bone} />
        ))}
      </Grid>
    </Waiting>
  );
}
