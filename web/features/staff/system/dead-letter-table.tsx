import type { DeadLetters } from "#domain/system/api.ts";
import { formatNumber } from "#web/lib/format.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

/** Jobs that were given up after all their tries. */
export function DeadLetterTable({ letters }: { letters: readonly DeadLetters[] }) {
  return (
    <>
      <h3 className={styles.small}>{text.deadLetters}</h3>
      {letters.length === 0 ? (
        <p className={styles.muted}>{text.noDeadLetters}</p>
      ) : (
        <table className={styles.backlogs}>
          <caption className="sr-only">{text.deadLetters}</caption>
          <thead>
            <tr>
              {text.deadLetterColumns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {letters.map(({ queue, count, last_at }) => (
              <tr key={queue}>
                <th scope="row">{text.queues[queue]}</th>
                <td>{formatNumber(count)}</td>
                <td>
                  <RelativeTime value={last_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
