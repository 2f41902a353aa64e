import type { LevelDay } from "#domain/statistics/api.ts";
import tables from "#web/components/day-table.module.css";
import { formatNumber } from "#web/lib/format.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { cx } from "#web/ui/cx.ts";
import { Table } from "#web/ui/page.tsx";
import styles from "./statistics.module.css";
import { statisticsStars, statisticsText as text } from "./text.ts";

const COLUMNS = ["plays", "players", "clears", "first_clears", "ratings"] as const;

/** The charts' numbers as a table, newest day first. */
export function DayTable({ days }: { days: readonly LevelDay[] }) {
  return (
    <details className={cx(tables.days, styles.days)}>
      <summary>{text.table}</summary>
      <Table label={text.title}>
        <thead>
          <tr>
            <th scope="col">{text.columns.day}</th>
            {COLUMNS.map((column) => (
              <th scope="col" key={column}>
                {text.columns[column]}
              </th>
            ))}
            <th scope="col">{text.columns.rating}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <td>{formatDay(day.day)}</td>
              {COLUMNS.map((column) => (
                <td key={column}>{formatNumber(day[column])}</td>
              ))}
              <td>{day.rating === null ? "" : statisticsStars(day.rating)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
