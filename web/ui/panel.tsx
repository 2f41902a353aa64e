import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./panel.module.css";

export interface PanelProps {
  heading: string;
  /** A description under the heading. */
  text?: ReactNode;
  /** Contains actions that can't be undone. */
  danger?: boolean;
  children: ReactNode;
}

/** A settings section: heading and description on the left, controls on the right. */
export function Panel({ heading, text, danger, children }: PanelProps) {
  return (
    <section className={cx(styles.panel, danger && styles.danger)}>
      <div className={styles.about}>
        <h2>{heading}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Content with its actions, on one line if there is room. */
export function PanelRow({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.content}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
