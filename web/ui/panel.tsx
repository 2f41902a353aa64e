import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./panel.module.css";

export interface PanelProps {
  heading: string;
  /** What it is about, under the heading. */
  text?: ReactNode;
  /** What is in here can't be undone. */
  danger?: boolean;
  children: ReactNode;
}

/** A part of a page on which one sets things: what it is about at the left, what can be done at the right. */
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

/** A thing and what can be done with it, in one line where there is room. */
export function PanelRow({ children, acts }: { children: ReactNode; acts?: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.what}>{children}</div>
      {acts && <div className={styles.acts}>{acts}</div>}
    </div>
  );
}
