import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { useTitle } from "#web/lib/title.ts";
import { cx } from "./cx.ts";
import styles from "./page.module.css";

export interface PageProps {
  title: string;
  /** The page's h1. Defaults to the title; `null` if the page renders its own. */
  heading?: ReactNode;
  actions?: ReactNode;
  width?: "full" | "middle" | "narrow";
  children: ReactNode;
}

export function Page({ title, heading = title, actions, width = "full", children }: PageProps) {
  useTitle(title);
  return (
    <div className={cx(styles.page, width !== "full" && styles[width])}>
      {heading !== null && (
        <div className={styles.head}>
          <h1 dir="auto">{heading}</h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </div>
  );
}

/** A section of a page with an h2. */
export function Section({ heading, actions, children }: Omit<PageProps, "title" | "width">) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{heading}</h2>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** As many equal columns as fit. `min` is the minimum column width in pixels, `minPhone` the same under 480 px. */
export function Grid(props: ComponentProps<"div"> & { min?: number; minPhone?: number }) {
  const { min = 210, minPhone = 150, className, ...rest } = props;
  const widths = { "--min": `${min}px`, "--min-phone": `${minPhone}px` } as CSSProperties;
  return <div {...rest} className={cx(styles.grid, className)} style={widths} />;
}

/** A table that scrolls in its own box if it is wider than the screen. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}
