import { Link } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { isNewcomer, STAMPS, type Stamp } from "#domain/first-night/stamps.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./first-night-board.module.css";
import { StampArt } from "./stamp-art.tsx";
import { firstNightText } from "./text.ts";

export interface FirstNightBoardProps {
  user: SessionUser;
  /** A level to play next; the list of levels without one. */
  playUrl: string | undefined;
  /** The page of a level to favorite and comment on; the list of levels without one. */
  levelUrl: string | undefined;
}

const nextUrl = (stamp: Stamp, { playUrl, levelUrl }: FirstNightBoardProps): string => {
  if (stamp === "dress") return "/avatar";
  if (stamp === "play") return playUrl ?? "/levels";
  if (stamp === "rate") return levelUrl ?? "/levels";
  if (stamp === "write") return levelUrl ? `${levelUrl}#comments` : "/forums/1";
  return "/users";
};

/** Greets a newcomer with the five stamps of the first night. Renders nothing for older accounts and once it's full. */
export function FirstNightBoard(props: FirstNightBoardProps) {
  const { user } = props;
  const earned = user.first_night;
  if (!earned || !isNewcomer(user)) return null;
  const next = STAMPS.find((stamp) => !earned.includes(stamp));
  return (
    <Card className={styles.board}>
      <PosedBopi pose="wave" large className={styles.bopi} />
      <div className={styles.words}>
        <h1>{firstNightText.welcome(user.username)}</h1>
        <h2>{firstNightText.title}</h2>
        <p>{firstNightText.text}</p>
        <p className={styles.count}>{firstNightText.progress(earned.length)}</p>
      </div>
      <ol className={styles.stamps}>
        {STAMPS.map((stamp) => {
          const isDone = earned.includes(stamp);
          const text = firstNightText.stamps[stamp];
          const art = <StampArt stamp={stamp} isDone={isDone} headshot={user.bopi.headshot_url} />;
          return (
            <li key={stamp}>
              {isDone ? (
                <div className={styles.place}>
                  {art}
                  <span className={styles.label}>{text.done}</span>
                  <span className={styles.reward}>{firstNightText.got}</span>
                </div>
              ) : (
                <Link
                  className={cx(styles.place, styles.todo, stamp === next && styles.next)}
                  to={nextUrl(stamp, props)}
                >
                  {art}
                  <span className={styles.label}>{text.todo}</span>
                  <span className={styles.reward}>{firstNightText.reward}</span>
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
