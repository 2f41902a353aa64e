import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./queue-item.module.css";

export interface QueueItemProps {
  title: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** The buttons are small enough to stay beside the text on phones. */
  beside?: boolean;
}

/** An entry of a `Queue`: its text beside its actions, or above them on phones. */
export function QueueItem({ title, children, actions, beside }: QueueItemProps) {
  return (
    <Card className={cx(styles.item, !beside && styles.folds)}>
      <article className={styles.text}>
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        {children}
      </article>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  );
}

export function QueueItemMeta({ children }: { children: ReactNode }) {
  return <div className={styles.by}>{children}</div>;
}

/** A note with background information. */
export function QueueItemNote({ children }: { children: ReactNode }) {
  return <p className={styles.muted}>{children}</p>;
}

/** The skeleton of a queue item; `children` are the skeletons of its lines. */
export function QueueItemSkeleton({ children }: { children: ReactNode }) {
  return (
    <Card className={styles.item}>
      <div className={styles.text}>{children}</div>
    </Card>
  );
}
