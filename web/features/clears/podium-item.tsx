import { useState } from "react";
import { Link } from "react-router";
import { Person } from "#web/components/person.tsx";
import { useBopi } from "#web/lib/pictures.ts";
import { cx } from "#web/ui/cx.ts";
import type { ClearRowProps } from "./clear-row.tsx";
import { ClearTime } from "./clear-time.tsx";
import styles from "./clears.module.css";
import { RunLinks } from "./run-links.tsx";
import { clearsText as text } from "./text/clears.ts";

/** A player on the podium. */
export function PodiumItem({ clear, levelId, isOwn }: ClearRowProps) {
  const { rank, user, run_id } = clear;
  const bopi = useBopi(user);
  const [isMissing, setMissing] = useState(false);
  return (
    <li className={cx(styles.step, isOwn && styles.mine)} data-place={rank}>
      <Link className={styles.figure} to={user.url} tabIndex={-1} aria-hidden>
        <img
          src={isMissing ? bopi.headshot_url : bopi.avatar_url}
          width={256}
          height={256}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      </Link>
      <div className={styles.block}>
        <span className={styles.medal}>{text.rank(rank)}</span>
        <Person person={user} size={0} />
        <ClearTime clear={clear} />
        <span className={styles.links}>
          <RunLinks levelId={levelId} runId={run_id} username={user.username} large />
        </span>
      </div>
    </li>
  );
}

/** A place on the podium that no one has taken yet. */
export const FreePlace = ({ rank }: { rank: number }) => (
  <li className={cx(styles.step, styles.free)} data-place={rank}>
    <div className={styles.block}>
      <span className={styles.medal}>{text.rank(rank)}</span>
      <span className={styles.freeText}>{text.free(rank)}</span>
    </div>
  </li>
);
