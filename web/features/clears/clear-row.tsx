import type { Clear } from "#domain/clears/api.ts";
import { Person } from "#web/components/person.tsx";
import { cx } from "#web/ui/cx.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ClearTime } from "./clear-time.tsx";
import styles from "./clears.module.css";
import { RunLinks } from "./run-links.tsx";
import { clearsText as text } from "./text/clears.ts";

export interface ClearRowProps {
  clear: Clear;
  levelId: number;
  isOwn: boolean;
}

/** A row below the podium. */
export function ClearRow({ clear, levelId, isOwn }: ClearRowProps) {
  const { rank, user, times, cleared_at, run_id } = clear;
  return (
    <li className={cx(styles.row, isOwn && styles.mine)}>
      <span className={styles.rank}>{text.rank(rank)}</span>
      <span className={styles.user}>
        <Person person={user} size={36} />
      </span>
      <ClearTime clear={clear} />
      <span className={styles.more}>
        <span className={styles.times}>{text.times(times)}</span>
        <RelativeTime value={cleared_at} />
      </span>
      <span className={styles.links}>
        <RunLinks levelId={levelId} runId={run_id} username={user.username} />
      </span>
    </li>
  );
}
