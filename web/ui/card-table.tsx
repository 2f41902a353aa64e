import type { ReactNode } from "react";
import styles from "./card-table.module.css";
import { cx } from "./cx.ts";
import { TableHead } from "./table-head.tsx";

export interface CardTableProps {
  label: string;
  columns: readonly string[];
  /** The rows are skeletons. */
  busy?: boolean | undefined;
  /** The rows are outdated; new ones are loading. */
  stale?: boolean | undefined;
  /** `CardRow`s. */
  children: ReactNode;
}

/** A table that becomes a grid of cards on narrow screens. Each row's CSS class lays out its card. */
export function CardTable({ label, columns, busy, stale, children }: CardTableProps) {
  return (
    <table className={cx(styles.table, stale && styles.stale)} aria-busy={busy || stale}>
      <caption className="sr-only">{label}</caption>
      <TableHead columns={columns} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** Returns a row's class names; pass the class that lays out its card. */
export const cardRow = (...names: (string | false | undefined)[]): string => cx(styles.row, ...names);
