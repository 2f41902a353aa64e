import { Children, type ReactNode } from "react";
import { useVisibleFirst } from "#web/lib/visible-first.ts";
import styles from "./card-table.module.css";
import { cx } from "./cx.ts";

/** The number of rows that are visible without scrolling on most screens. */
const VISIBLE_ROWS = 8;

export interface CardTableProps {
  /** The table's caption, for screen readers. */
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
  const rows = useVisibleFirst(Children.toArray(children), VISIBLE_ROWS);
  return (
    <table className={cx(styles.table, stale && styles.stale)} aria-busy={busy || stale}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  );
}

/** Returns a row's class names; pass the class that lays out its card. */
export const cardRow = (...names: (string | false | undefined)[]): string => cx(styles.row, ...names);
