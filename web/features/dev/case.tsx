import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./ui-page.module.css";

export function Case({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={cx(styles.case, wide && styles.wide)} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

export const ExampleRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
);
