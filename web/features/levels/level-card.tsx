import { Lock } from "lucide-react";
import { Link } from "react-router";
import type { LevelCard as Level } from "#domain/levels/api.ts";
import { levelCardText } from "#web/text/level-card.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import styles from "./level-card.module.css";

function Mark({ event, challenge, visibility }: Pick<Level, "event" | "challenge" | "visibility">) {
  if (event) {
    return (
      <Badge className={styles.badge} color={event.highlight_color}>
        {event.short_name}
      </Badge>
    );
  }
  if (challenge) {
    return (
      <Badge className={styles.badge} tone="accent">
        {challenge.name}
      </Badge>
    );
  }
  if (visibility === "private") {
    return (
      <Badge className={styles.badge}>
        <Lock aria-hidden />
        {levelCardText.private}
      </Badge>
    );
  }
  return null;
}

export interface LevelCardProps {
  level: Level;
  /** In sight at once: its picture is not put off. */
  eager?: boolean;
}

/** A level in a list: picture, badge, title, creator, and how many play it now. */
export function LevelCard({ level, eager = false }: LevelCardProps) {
  const { players_count: players = 0, user } = level;
  return (
    <Card lift flush className={styles.card}>
      <img
        className={styles.picture}
        src={level.thumbnail_url}
        width={640}
        height={360}
        alt=""
        loading={eager ? "eager" : "lazy"}
        decoding="async"
      />
      <Mark event={level.event} challenge={level.challenge} visibility={level.visibility} />
      <div className={styles.words}>
        <h3 className={cx(styles.title, link.whole)}>
          <Link to={level.url}>{level.title}</Link>
        </h3>
        <div className={styles.foot}>
          <Link className={styles.creator} to={user.url}>
            {levelCardText.by(user.username)}
          </Link>
          {players > 0 && <span className={styles.playing}>{levelCardText.playing(players)}</span>}
        </div>
      </div>
    </Card>
  );
}

/** A level card to come. */
export function LevelCardSkeleton() {
  return (
    <Card flush aria-hidden>
      <Skeleton ratio="16 / 9" />
      <div className={cx(styles.words, styles.bones)}>
        <Skeleton width="80%" height={20} />
        <Skeleton width="50%" height={16} />
      </div>
    </Card>
  );
}
