import type { Backlog } from "#domain/system/api.ts";
import { COUNTED } from "#domain/system/problems.ts";
import { formatNumber } from "#web/lib/format.ts";
import { Badge } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

/** Background work that waits. */
export function Backlogs({ backlogs }: { backlogs: readonly Backlog[] }) {
  return (
    <table className={styles.backlogs}>
      <caption className="sr-only">{text.backlogs}</caption>
      <thead>
        <tr>
          {text.columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {backlogs.map(({ name, count, oldest_at, late }) => (
          <tr key={name}>
            <th scope="row">{text.backlogNames[name]}</th>
            <td>{count >= COUNTED ? text.countMax(count) : formatNumber(count)}</td>
            <td>{oldest_at ? <RelativeTime value={oldest_at} /> : text.nothing}</td>
            <td>
              <Badge tone={late ? "accent" : "playing"}>{late ? text.late : text.onTime}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
