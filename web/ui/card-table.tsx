import { Children, type ReactNode } from "react";
import { useInSight } from "#web/lib/painted.ts";
import styles from "./card-table.module.css";
import { cx } from "./cx.ts";

/** Rows in sight without scrolling on most screens. */
const IN_SIGHT = 8;

export interface CardTableProps {
  /** What the table is called. */
  label: string;
  columns: readonly string[];
  /** Rows to come. */
  busy?: boolean | undefined;
  /** These are the ones from before; others are on their way. */
  stale?: boolean | undefined;
  /** `CardRow`s. */
  children: ReactNode;
}

/** A table that becomes a grid of cards where the window is narrow: each row says in CSS where its cells go on a card. */
export function CardTable({ label, columns, busy, stale, children }: CardTableProps) {
  const rows = useInSight(Children.toArray(children), IN_SIGHT);
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

/** The class of a row, with the one that lays out its card. */
export const cardRow = (...names: (string | false | undefined)[]): string => cx(styles.row, ...names);
