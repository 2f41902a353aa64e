import type { ReactNode } from "react";
import { Card } from "./card.tsx";
import { cx } from "./cx.ts";
import styles from "./queue-item.module.css";

export interface QueueItemProps {
  title: ReactNode;
  children: ReactNode;
  /** The buttons that decide about it, where it can be decided. */
  acts?: ReactNode;
  /** The buttons are so small that they stay beside it on a phone. */
  beside?: boolean;
}

/** One of what waits in a `Queue`: what it is beside what can be done about it, on a phone above that. */
export function QueueItem({ title, children, acts, beside }: QueueItemProps) {
  return (
    <Card className={cx(styles.item, !beside && styles.folds)}>
      <article className={styles.words}>
        <h2 className={styles.what}>{title}</h2>
        {children}
      </article>
      {acts && <div className={styles.acts}>{acts}</div>}
    </Card>
  );
}

/** A line of whose it is, where it stands and since when. */
export function QueueBy({ children }: { children: ReactNode }) {
  return <div className={styles.by}>{children}</div>;
}

/** What is good to know beside the matter itself. */
export function QueueNote({ children }: { children: ReactNode }) {
  return <p className={styles.muted}>{children}</p>;
}

/** One to come; `children` are the bones of its lines. */
export function QueueBones({ children }: { children: ReactNode }) {
  return (
    <Card className={styles.item}>
      <div className={styles.words}>{children}</div>
    </Card>
  );
}
