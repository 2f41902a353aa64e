import { Lock } from "lucide-react";
import { type ComponentType, lazy, Suspense } from "react";
import { Link } from "react-router";
import type { LevelCardData as Level } from "#domain/levels/card.ts";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { useUser } from "#web/lib/user.ts";
import { levelCardText } from "#web/text/level-card.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import link from "#web/ui/whole-link.module.css";
import styles from "./level-card.module.css";

/** Members only, so it is its own chunk. If it fails to load, the card has no button. */
const PlayRound = lazy<ComponentType<{ level: Level }>>(() =>
  import("../play/round-play-button.tsx").catch(() => ({ default: () => null })),
);

function CardBadge({ event, challenge, visibility }: Pick<Level, "event" | "challenge" | "visibility">) {
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
  /** Visible without scrolling: its picture is not lazy-loaded. */
  eager?: boolean;
}

/** A level in a list: picture, badge, title, creator, current players, and a Play button for members. */
export function LevelCard({ level, eager = false }: LevelCardProps) {
  const { user } = level;
  const players = usePlayerCount(level.id, level.players_count);
  const isMember = useUser() !== null;
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
      <CardBadge event={level.event} challenge={level.challenge} visibility={level.visibility} />
      {isMember && (
        <div className={styles.play}>
          <Suspense>
            <PlayRound level={level} />
          </Suspense>
        </div>
      )}
      <div className={styles.text}>
        <h3 className={cx(styles.title, link.whole)}>
          <Link to={level.url}>{level.title}</Link>
        </h3>
        <div className={styles.footer}>
          <Link className={styles.creator} to={user.url}>
            {levelCardText.by}
            <UserName user={user} />
          </Link>
          {players > 0 && <span className={styles.playing}>{levelCardText.playing(players)}</span>}
        </div>
      </div>
    </Card>
  );
}

/** The placeholder of a level card. */
export function LevelCardSkeleton() {
  return (
    <Card flush aria-hidden>
      <Skeleton ratio="16 / 9" />
      <div className={cx(styles.text, styles.skeleton)}>
        <Skeleton width="80%" height={20} />
        <Skeleton width="50%" height={16} />
      </div>
    </Card>
  );
}
